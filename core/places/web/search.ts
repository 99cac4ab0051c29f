import { type SearchProvider, searchAddress, searchProvider, subtitleOf } from '#platform/web/shell/search/search.ts';
import { geofenceAddress, geofencesAddress, siteAddress, structuresAddress } from './addresses.ts';
import { api } from './api.ts';

export const search: readonly SearchProvider[] = [
  searchProvider({
    name: 'pages.structures-all',
    list: api.structure.search,
    show: ({ id, name, address }) => ({ title: name, subtitle: subtitleOf(address), to: siteAddress(id) }),
    all: (text) => searchAddress(structuresAddress, text),
  }),
  searchProvider({
    name: 'pages.geofence-list',
    list: api.geofence.list,
    show: ({ id, name, description }) => ({ title: name, subtitle: subtitleOf(description), to: geofenceAddress(id) }),
    all: (text) => searchAddress(geofencesAddress, text),
  }),
];
