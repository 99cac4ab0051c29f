import { type Finder, finder, joined, ofCompany, searched } from '#platform/web/shell/finder.ts';
import { geofenceAddress, geofencesAddress, structureAddress, structuresAddress } from './addresses.ts';
import { api } from './api.ts';

export const finds: readonly Finder[] = [
  finder({
    name: 'pages.structures-all',
    icon: 'building-community',
    list: api.structure.search,
    params: ofCompany,
    show: ({ id, name, address }) => ({ title: name, subtitle: joined(address), to: structureAddress(id) }),
    all: (text) => searched(structuresAddress, text),
  }),
  finder({
    name: 'pages.geofence-list',
    icon: 'map',
    list: api.geofence.list,
    show: ({ id, name, description }) => ({ title: name, subtitle: joined(description), to: geofenceAddress(id) }),
    all: (text) => searched(geofencesAddress, text),
  }),
];
