/** The pages of police headquarters and their stations. */
export const policePages = {
  'polices/head-quarter-list': () => import('./HeadquartersPage.tsx'),
  'polices/local-police-list': () => import('./StationsPage.tsx'),
  'polices/local-police-list/{id}': () => import('./StationsPage.tsx'),
  'polices/create-head-quarter': () => import('./CreateHeadquartersPage.tsx'),
  'polices/create-head-quarter/{id}': () => import('./EditHeadquartersPage.tsx'),
  'polices/{hqId}/create-local-quarter': () => import('./CreateStationPage.tsx'),
  'polices/{hqId}/edit-local-quarter/{id}': () => import('./EditStationPage.tsx'),
};
