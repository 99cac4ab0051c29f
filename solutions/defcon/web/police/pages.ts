import { policePaths } from '../../common/police/paths.ts';

/** The pages of police headquarters and their stations. */
export const policePages = {
  [policePaths.headquarters]: () => import('./HeadquartersPage.tsx'),
  [policePaths.stations]: () => import('./StationsPage.tsx'),
  [policePaths.stationsOf]: () => import('./StationsPage.tsx'),
  [policePaths.newHeadquarters]: () => import('./CreateHeadquartersPage.tsx'),
  [policePaths.editHeadquarters]: () => import('./EditHeadquartersPage.tsx'),
  [policePaths.newStation]: () => import('./CreateStationPage.tsx'),
  [policePaths.editStation]: () => import('./EditStationPage.tsx'),
};
