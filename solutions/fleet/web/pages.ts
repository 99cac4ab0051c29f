/** The pages of vehicles by their paths. */
export const pages = {
  'vehicles/map-view': () => import('./map/VehiclesMapPage.tsx'),
  'vehicles/vehicles-list': () => import('./list/VehiclesPage.tsx'),
  'vehicles/vehicles-groups': () => import('./list/VehicleGroupsPage.tsx'),
  'vehicles/map-view/{id}': () => import('./vehicle/VehiclePage.tsx'),
  'drivers/drivers-list': () => import('./drivers/DriversPage.tsx'),
  'job-cards/kanban-view': () => import('./jobs/JobBoardPage.tsx'),
  'job-cards/job-list': () => import('./jobs/JobsPage.tsx'),
  'job-cards/job/{id}': () => import('./jobs/JobPage.tsx'),
  'points-of-interests/list': () => import('./points/PointsPage.tsx'),
  'routes/routes': () => import('./routes/RoutesPage.tsx'),
  'routes/create': () => import('./routes/CreateRoutePage.tsx'),
  'routes/update/{id}': () => import('./routes/UpdateRoutePage.tsx'),
  'geofence/list': () => import('./points/FleetGeofencesPage.tsx'),
};
