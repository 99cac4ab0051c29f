import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HardwareModel } from '#core/devices/common/manifest.ts';
import { type Rasid, rasid } from '#main/testing.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { movementModels } from './movement-models.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

/** The manifests with the shared quantities, and with a model of vehicles. */
function appsWith(movement: HardwareModel['movement'], sensors = ['ignition', 'odometer', 'battery']): AppManifest[] {
  const core = app.kit.apps.filter(({ kind }) => kind === 'core');
  const [sample] = app.kit.apps.filter(({ id }) => id === 'sample');
  if (!sample) throw new Error('no sample app');
  const van = { id: 1, solution: 1, name: { en: 'Van', ar: 'شاحنة' }, reportEverySeconds: 60, sensors, positions: {} };
  return [...core, { ...sample, hardware: [movement ? { ...van, movement } : van] }];
}

test('A model names the sensors of its ignition and its odometer, which counts in metres or kilometres', () => {
  expect(movementModels(appsWith({ ignition: 'ignition', odometer: 'odometer' })).get(1)).toEqual({
    ignition: 225,
    odometer: { id: 224, metresOfUnit: 1000 },
  });
  expect(movementModels(appsWith({ ignition: 'ignition' })).get(1)).toEqual({ ignition: 225, odometer: null });
  expect(movementModels(appsWith(undefined)).size).toBe(0);
});

test.each<[string, HardwareModel['movement'], string[]]>([
  ['that it does not have', { ignition: 'ignition' }, ['battery']],
  ['that nobody knows', { odometer: 'miles' }, ['miles']],
  ['that is not on or off', { ignition: 'odometer' }, ['odometer']],
  ['that is not a distance', { odometer: 'battery' }, ['battery']],
])('A model cannot name a sensor %s', (_what, movement, sensors) => {
  expect(() => movementModels(appsWith(movement, sensors))).toThrow('hardware 1');
});
