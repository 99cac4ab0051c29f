import { printPages } from '#core/print/common/pages.ts';
import { defineApp } from '#platform/common/define-app.ts';
import './common/manifest.ts';

const timed = { place: 'app', period: true } as const;

/** Who may open locks, and when: holders, grants, codes on locks, links, and the log of openings. */
export const access = defineApp({
  kind: 'core',
  id: 'access',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'key',
  needs: [
    'accounts',
    'permissions',
    'boards',
    'places',
    'schedules',
    'devices',
    'commands',
    'telemetry',
    'alarms',
    'device-app',
    'notices',
    'print',
    'reports',
    'assets',
    'tracking',
  ],
  scheduleUses: ['accesses'],
  noticeKinds: ['access'],
  routes: {},
  pages: printPages('access-revocation'),
  reportSections: {
    openings: {
      call: 'lockAnalysis.unlockCount',
      draw: 'bars',
      columns: {
        structure: { type: 'text' },
        lock: { type: 'text' },
        opened: { type: 'number', total: 'sum' },
        people: { type: 'number' },
        denied: { type: 'number', total: 'sum' },
        failed: { type: 'percent' },
      },
      width: [6, 12],
      maxDays: 370,
    },
  },
  widgets: {
    'unlock-count': {
      ...timed,
      size: [11, 2],
      initial: [11, 3],
      call: 'lockAnalysis.unlockCount',
      order: 10,
      fills: true,
    },
    'unlock-timing': { ...timed, size: [11, 2], initial: [11, 3], call: 'lockAnalysis.unlockTiming', order: 11 },
    'usage-per-user': { ...timed, size: [8, 2], initial: [8, 3], call: 'lockAnalysis.userUnlockCount', order: 12 },
    'visitors-count': {
      ...timed,
      size: [6, 2],
      initial: [8, 3],
      call: 'lockAnalysis.visitorsCount',
      order: 13,
      fills: true,
    },
    'failed-unlocks': { ...timed, size: [6, 2], initial: [6, 3], call: 'lockAnalysis.failedUnlockCount', order: 14 },
  },
});
