import { type Paths, pathIn } from '#platform/common/pages/placed-pages.ts';
import type { AlarmClass } from './manifest.ts';
import { standard } from './standard-actions.ts';

/** The class of what devices measure, and that of the devices themselves. */
export const deviceClass = { measured: 'operational', technical: 'status' } as const;

/** The usual paths of the pages of alarms in an app with devices. */
export const alarmPaths = {
  list: 'alarms/list',
  history: 'alarms/history',
  operational: 'alarms/operational',
  operationalHistory: 'alarms/operational-history',
  status: 'alarms/status',
  statusHistory: 'alarms/status-history',
} as const;

/** The alarm classes of an app with devices whose pages are at these paths. */
export const alarmClassesAt = (paths: Paths) =>
  ({
    operational: {
      path: '/alarm/operational',
      page: pathIn(paths, alarmPaths.operational),
      historyPage: pathIn(paths, alarmPaths.operationalHistory),
      actions: standard('acknowledge', 'comment', 'terminate', 'reject', 'escalate-user'),
    },
    status: {
      path: '/alarm/status',
      page: pathIn(paths, alarmPaths.status),
      historyPage: pathIn(paths, alarmPaths.statusHistory),
      actions: standard('acknowledge', 'comment', 'terminate'),
      endsWhenCleared: true,
      technical: true,
    },
  }) as const satisfies Record<string, AlarmClass>;

/** The alarm classes of every app with devices. */
export const alarmClasses = alarmClassesAt({});
