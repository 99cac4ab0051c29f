/** The pages of car parks and their sensors by their paths. */
export const pages = {
  'locations/list': () => import('./LocationsPage.tsx'),
  'locations/add': () => import('./AddLocationPage.tsx'),
  'locations/edit/{id}': () => import('./EditLocationPage.tsx'),
  'locations/details/{id}': () => import('./LocationPage.tsx'),
  'devices/map': () => import('./DevicesMapPage.tsx'),
};
