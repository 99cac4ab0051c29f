import { type SearchProvider, searchAddress, searchProvider } from '#platform/web/shell/search/search.ts';
import { plateText } from '../common/vehicle/plate.ts';
import {
  jobAddress,
  jobsAddress,
  pointsAddress,
  routeAddress,
  routesAddress,
  vehicleAddress,
  vehiclesAddress,
} from './addresses.ts';
import { api } from './api.ts';

export const search: readonly SearchProvider[] = [
  searchProvider({
    name: 'pages.vehicles-vehicles-list',
    list: api.vehicle.list,
    show: ({ id, name, plate }) => ({ title: name, text: plateText(plate), to: vehicleAddress(id) }),
    all: (text) => searchAddress(vehiclesAddress, text),
  }),
  searchProvider({
    name: 'pages.points-of-interests-list',
    list: api.point.list,
    show: ({ name, address }) => ({ title: name, text: address, to: searchAddress(pointsAddress, name) }),
    all: (text) => searchAddress(pointsAddress, text),
  }),
  searchProvider({
    name: 'pages.routes-routes',
    list: api.route.list,
    show: ({ id, name, vehicles }) => ({
      title: name,
      text: vehicles.map((vehicle) => vehicle.name).join(', '),
      to: routeAddress(id),
    }),
    all: (text) => searchAddress(routesAddress, text),
  }),
  searchProvider({
    name: 'pages.job-cards-job-list',
    list: api.job.list,
    show: ({ id, number, title }) => ({ title, text: number, to: jobAddress(id) }),
    all: (text) => searchAddress(jobsAddress, text),
  }),
];
