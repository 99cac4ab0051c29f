import { expect, test } from 'vitest';
import { assignUnits } from './assign-units.ts';
import type { DeployUnit } from './deployment.ts';

const products = [
  { id: 1, sku: 'SHORT', name: 'Short one', kind: 'device' },
  { id: 2, sku: 'LONG', name: 'Long one', kind: 'device' },
  { id: 3, sku: 'TOKEN', name: 'Subscription', kind: 'tokenPackage' },
] as const;
const unit = (id: number, lineId: number, part: Partial<DeployUnit> = {}): DeployUnit => ({
  id,
  lineId,
  n: id,
  state: 'pending',
  serial: null,
  deviceId: null,
  tokenId: null,
  error: null,
  months: 0,
  ...part,
});
const [a, b, c] = ['70B3D5000001', '70B3D5000002', '70B3D5000003'];

test('serial numbers get the pending units in their order, those with a product the units of that product', () => {
  const units = [unit(1, 3), unit(2, 1), unit(3, 1), unit(4, 2)];
  const lines = [{ serial: a }, { serial: b, product: 'long ONE', name: 'Roof' }, { serial: c, product: 'SHORT' }];
  expect(assignUnits(lines, units, products)).toEqual({
    units: [
      { unitId: 2, serial: a, name: null },
      { unitId: 4, serial: b, name: 'Roof' },
      { unitId: 3, serial: c, name: null },
    ],
    known: [],
    faults: [],
  });
});

test('a list that is sent again returns failed serial numbers to their units, and leaves out finished ones', () => {
  const units = [unit(1, 1, { state: 'done', serial: a }), unit(2, 1, { state: 'error', serial: 'bad' }), unit(3, 1)];
  const { units: given, known } = assignUnits([{ serial: a.toLowerCase() }, { serial: 'bad' }], units, products);
  expect([given.map(({ unitId }) => unitId), known]).toEqual([[2], [a.toLowerCase()]]);
});

test('corrected serial numbers get the units whose own ones have failed, once no unit is pending', () => {
  const units = [unit(1, 1, { state: 'error', serial: 'bad' }), unit(2, 1, { state: 'error', serial: 'worse' })];
  const { units: given } = assignUnits([{ serial: a }, { serial: 'worse' }], units, products);
  expect(given.map(({ unitId, serial }) => [unitId, serial])).toEqual([
    [1, a],
    [2, 'worse'],
  ]);
});

test('a serial number that gets no unit comes with the reason', () => {
  const lines = [
    { serial: a },
    { serial: `LW:D0:70B3D50000000001:${a}0000` },
    { serial: a },
    { serial: b, product: 'X' },
  ];
  const { units, faults } = assignUnits(lines, [unit(1, 1)], products);
  expect(units).toHaveLength(1);
  expect(faults.map(({ word }) => word)).toEqual(['noUnitLeft', 'twiceInList', 'unknownProduct']);
});
