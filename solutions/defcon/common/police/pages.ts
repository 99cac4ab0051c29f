import { type Page, page } from '#platform/common/define-app.ts';
import { changesPolice, createsHeadquarters, managesStations, seesHeadquarters, seesPolice } from './locality.ts';

/** The pages of police headquarters and their stations. */
export const policePages: Page[] = [
  page('polices/head-quarter-list', {
    sidebar: 'polices',
    order: 60,
    icon: 'building-bank',
    access: seesHeadquarters,
  }),
  page('polices/local-police-list', { sidebar: 'polices', order: 61, icon: 'shield-star', access: seesPolice }),
  page('polices/local-police-list/{id}', { access: seesHeadquarters }),
  page('polices/create-head-quarter', { access: createsHeadquarters }),
  page('polices/create-head-quarter/{id}', { access: createsHeadquarters }),
  page('polices/{hqId}/create-local-quarter', { access: managesStations }),
  page('polices/{hqId}/edit-local-quarter/{id}', { access: changesPolice }),
];
