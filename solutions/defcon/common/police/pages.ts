import { type Page, page } from '#platform/common/define-app.ts';
import { changesPolice, createsHeadquarters, managesStations, seesHeadquarters, seesPolice } from './locality.ts';
import { policePaths } from './paths.ts';

/** The pages of police headquarters and their stations. */
export const policePages: Page[] = [
  page(policePaths.headquarters, {
    sidebar: 'polices',
    order: 60,
    icon: 'building-bank',
    access: seesHeadquarters,
  }),
  page(policePaths.stations, { sidebar: 'polices', order: 61, icon: 'shield-star', access: seesPolice }),
  page(policePaths.stationsOf, { access: seesHeadquarters }),
  page(policePaths.newHeadquarters, { access: createsHeadquarters }),
  page(policePaths.editHeadquarters, { access: createsHeadquarters }),
  page(policePaths.newStation, { access: managesStations }),
  page(policePaths.editStation, { access: changesPolice }),
];
