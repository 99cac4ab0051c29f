import type { AlarmClass } from './manifest.ts';
import { standard } from './standard-actions.ts';

/** The class of what devices measure, and that of the devices themselves. */
export const deviceClass = { measured: 'operational', technical: 'status' } as const;

/** The alarm classes of every app with devices. */
export const alarmClasses = {
  operational: {
    path: '/alarm/operational',
    page: 'alarms/operational',
    historyPage: 'alarms/operational-history',
    actions: standard('acknowledge', 'comment', 'terminate', 'reject', 'escalate-user'),
  },
  status: {
    path: '/alarm/status',
    page: 'alarms/status',
    historyPage: 'alarms/status-history',
    actions: standard('acknowledge', 'comment', 'terminate'),
    endsWhenCleared: true,
    technical: true,
  },
} as const satisfies Record<string, AlarmClass>;
