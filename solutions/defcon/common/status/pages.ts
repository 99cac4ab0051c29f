import { alarmsOfApp } from '#core/alarms/common/alarm-desk.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { ofTroubles } from '../alarms.ts';
import { keptFromPolice } from '../panel/kept-from-police.ts';

/** Where open status alarms are shown: those with one cause as one row, and below it each by itself. */
export const statusPage = 'alarms/status-alarms';

/** The police has nothing to do with what is wrong with panels. */
const access = keptFromPolice({ can: (action) => canDo('defcon.status-alarm', action) }).can('read');

export const withFolds = (one: Page): Page => {
  if (one.path !== statusPage) return one;
  const { savedFilter: _, texts: _ofCore, ...rest } = one;
  return { ...rest, access, sidebar: { group: 'troubles', order: 6, icon: 'alert-triangle' } };
};
export const statusPages: Page[] = [
  page(`${statusPage}/all`, { access, savedFilter: alarmsOfApp('defcon', { ofClass: ofTroubles }) }),
];
