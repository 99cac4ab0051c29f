import { expect, test } from 'vitest';
import { usagesOf } from './consumption.ts';

test('sums of meters are in the order of the utilities, water first', () => {
  const meter = { device: 1, structureId: 1, sensorKey: 'volume', amount: 2, before: 1 };
  const usages = usagesOf([
    { ...meter, utility: 'cooling', unit: 'kWh' },
    { ...meter, utility: 'gas', unit: 'm³' },
    { ...meter, utility: 'water', unit: 'm³' },
    { ...meter, utility: 'water', unit: 'm³' },
  ]);
  expect(usages.map(({ utility, amount }) => [utility, amount])).toEqual([
    ['water', 4],
    ['gas', 2],
    ['cooling', 2],
  ]);
});
