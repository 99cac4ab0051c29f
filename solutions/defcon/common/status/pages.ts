import { alarmsOfApp } from '#core/alarms/common/alarm-desk.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';

/** Where open status alarms are shown: those with one cause as one row, and below it each by itself. */
export const statusPage = 'alarms/status-alarms';

const access = canDo('defcon.status-alarm', 'read');

export const withFolds = (one: Page): Page => {
  if (one.path !== statusPage) return one;
  const { savedFilter: _, ...rest } = one;
  return { ...rest, sidebar: { group: 'statusAlarms', order: 6, icon: 'alert-triangle' } };
};
export const statusPages: Page[] = [
  page(`${statusPage}/all`, { access, savedFilter: alarmsOfApp('defcon', { ofClass: 'status' }) }),
];
