import { expect, test } from 'vitest';
import { devices } from '#core/devices/app.ts';
import type { HardwareModel } from '#core/devices/common/manifest.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { movementModels } from './movement-models.ts';

const appsWith = (
  movement: HardwareModel['movement'],
  sensors = ['ignition', 'odometer', 'battery'],
): AppManifest[] => {
  const model = {
    id: 1,
    solution: 1,
    name: { en: 'Van', ar: 'شاحنة' },
    reportEverySeconds: 60,
    sensors,
    positions: {},
  };
  return [devices, { ...devices, id: 'vans', sensorTypes: [], hardware: [movement ? { ...model, movement } : model] }];
};

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
