import { alarmsOfApp } from '#core/alarms/common/alarm-desk.ts';
import { deviceClass } from '#core/alarms/common/device-classes.ts';
import { groupsOfApp } from '#core/notifications/common/group-desk.ts';
import type { AccessRule } from '#platform/common/access.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';

const operational = canDo('fleet.operational-alarm', 'read');
const status = canDo('fleet.status-alarm', 'read');

type Listed = { path: string; access: AccessRule; ofClass: string; about?: string };
const listed: readonly Listed[] = [
  { path: 'job-cards', access: operational, ofClass: deviceClass.measured, about: 'job-card' },
  { path: 'vehicles', access: operational, ofClass: deviceClass.measured, about: 'vehicle' },
  // Alarms of a tracker in a vehicle are about the vehicle too.
  { path: 'devices', access: status, ofClass: deviceClass.technical },
];

/** The pages that all apps share: the alarms of job cards, vehicles and trackers, reports and notification groups. */
export const sharedPages: readonly Page[] = [
  ...listed.flatMap(({ path, access, ...by }) => [
    page(`alarms/list-live/${path}`, { access, savedFilter: alarmsOfApp('fleet', by) }),
    page(`alarms/list-history/${path}`, { access, savedFilter: alarmsOfApp('fleet', { ...by, list: 'history' }) }),
  ]),
  // Reports are over all apps.
  page('reports/reports-list', { redirects: ['/reports/list'] }),
  page('reports/reports-history', { redirects: ['/reports/list'] }),
  page('reports/create-template', { redirects: ['/reports/create', '/reports/list'] }),
  page('alarms/notification-group', {
    access: canDo('fleet.notifications-group', 'read'),
    savedFilter: groupsOfApp('fleet', 'notification'),
  }),
];
