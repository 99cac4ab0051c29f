import { type DeviceDemo, deviceAppDemo, deviceAppHandlers } from '#core/device-app/server/api.ts';
import { compareHandlers, meteringHandlers } from '#core/metering/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { serve } from '#platform/server/serve.ts';
import { sample } from './app.ts';

const operational = { app: 'sample', class: 'operational', severity: 'problem' } as const;

const demo: DeviceDemo = {
  app: sample as unknown as AppManifest,
  serials: '70B3D5F1',
  behaviors: { battery: { typical: 84 }, level: { typical: 2, noise: 0.1 }, volume: { growth: 1 } },
  everywhere: [901, 903],
  names: { 901: { en: 'Tank', ar: 'خزان' }, 903: { en: 'Meter', ar: 'عداد' } },
  groups: { viewers: 'Sample viewers', operators: 'Sample operators' },
  rules: [
    {
      ...operational,
      kind: 'level-high',
      solutionId: 901,
      condition: { sensor: 'level', is: '>', value: 3 },
      hysteresis: 0.1,
    },
    {
      ...operational,
      kind: 'flow-high',
      solutionId: 903,
      condition: { sensor: 'flow', is: '>', value: 60 },
      trigger: { type: 'duration', seconds: 120 },
      hysteresis: 5,
    },
    { ...operational, kind: 'leak', solutionId: 901, condition: { sensor: 'leak', is: '=', value: true } },
    { ...operational, kind: 'leak', solutionId: 903, condition: { sensor: 'leak', is: '=', value: true } },
  ],
};

export const sampleServer = serve(
  sample,
  { ...deviceAppHandlers(demo.app), ...meteringHandlers(demo.app), analysis: compareHandlers(demo.app) },
  deviceAppDemo(demo),
);
