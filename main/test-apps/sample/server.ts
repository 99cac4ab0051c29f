import { sql } from 'kysely';
import { worstOfDevices } from '#core/alarms/server/api.ts';
import { type DeviceDemo, deviceAppDemo, deviceAppHandlers, portfolioHandlers } from '#core/device-app/server/api.ts';
import { deviceHistoryHandlers } from '#core/devices/server/api.ts';
import { fittingHandlers } from '#core/fittings/server/api.ts';
import { messageHash, provideConnectorKind, serialOf, Unreadable } from '#core/integrations/server/api.ts';
import { compareHandlers, consumptionHandlers, meteringHandlers, monthOfSites } from '#core/metering/server/api.ts';
import { appReportHandlers, provideReportSection, reportTemplateHandlers } from '#core/reports/server/api.ts';
import type { Level } from '#core/rules/common/rule.ts';
import { trackingHandlers } from '#core/tracking/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { sample } from './app.ts';

// A section whose query fails.
provideReportSection('sample-failing', {
  read: async ({ tx }) => ({ rows: (await sql<{ name: string }>`SELECT (1 / 0)::text AS name`.execute(tx)).rows }),
});

provideReportSection('sample-planned', { read: async () => ({ rows: [] }) });

const operational = { app: 'sample', class: 'operational' } as const;
const problem = (condition: Level['condition'], trigger: Level['trigger'] = { type: 'simple' }): Level[] => [
  { severity: 'problem', condition, trigger },
];

const demo: DeviceDemo = {
  app: sample,
  serials: '70B3D5F1',
  behaviors: { battery: { typical: 84 }, level: { typical: 2, noise: 0.1 }, volume: { growth: 1 } },
  everywhere: [901, 903],
  names: { 901: { en: 'Tank', ar: 'خزان' }, 903: { en: 'Meter', ar: 'عداد' } },
  groups: { viewers: 'Sample viewers', operators: 'Sample operators' },
  rules: [
    {
      ...operational,
      kind: 'level-high',
      name: 'High level',
      solutionId: 901,
      levels: problem({ sensor: 'level', is: '>', value: 3, clearBand: 0.1 }),
    },
    {
      ...operational,
      kind: 'flow-high',
      name: 'High flow',
      solutionId: 903,
      levels: problem({ sensor: 'flow', is: '>', value: 60, clearBand: 5 }, { type: 'duration', seconds: 120 }),
    },
    ...[901, 903].map((solutionId) => ({
      ...operational,
      kind: 'leak',
      name: 'Leak',
      solutionId,
      levels: problem({ sensor: 'leak', is: '=', value: true }),
    })),
  ],
};

// A gauge posts lines such as "70B3D5F100000001 2.4 cleaned".
provideConnectorKind('gauge', {
  read({ body }) {
    const text = body.toString('utf8').trim();
    const [serial = null, level, note] = text.split(' ');
    if (level === undefined) throw new Unreadable('no-values');
    return [
      {
        externalId: serialOf(serial),
        event: 'level',
        keys: [messageHash(body)],
        time: null,
        values: { level: Number(level) },
        signal: null,
        profile: null,
        ...(note === 'cleaned' ? { log: { kind: 'cleaned', data: { level } } } : {}),
        body,
      },
    ];
  },
});

export const sampleServer = serve(
  sample,
  {
    ...deviceAppHandlers(demo.app),
    ...meteringHandlers(demo.app),
    deviceHistory: deviceHistoryHandlers('sample'),
    fitting: fittingHandlers('sample'),
    report: appReportHandlers('sample'),
    reportTemplate: reportTemplateHandlers('sample'),
    tracking: trackingHandlers(demo.app.id, worstOfDevices),
    analysis: {
      ...portfolioHandlers(demo.app, monthOfSites(demo.app)),
      ...compareHandlers(demo.app),
      ...consumptionHandlers(demo.app),
    },
  },
  deviceAppDemo(demo),
);
