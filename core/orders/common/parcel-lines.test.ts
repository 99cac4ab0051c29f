import { expect, test } from 'vitest';
import { packedLines, parcelLines } from './parcel-lines.ts';

const line = (
  id: number,
  path: string,
  parent: string | null,
  kind: 'device' | 'sensor' | 'plugin',
  qty: number,
  shippedQty = 0,
) => ({
  id,
  path,
  parent,
  kind,
  qty,
  shippedQty,
});
const lines = [
  line(1, '0.0', null, 'device', 5, 2),
  line(2, '0.0.0', '0.0', 'sensor', 15, 6),
  line(3, '0.0.1', '0.0', 'plugin', 5),
  line(4, '0.1', null, 'sensor', 3),
];

test('a parcel is packed by devices and single pieces, and what lies within a device goes with it', () => {
  expect(packedLines(lines).map(({ id }) => id)).toEqual([1, 4]);
  const chosen = new Map([
    [1, 1],
    [4, 2],
  ]);
  expect(parcelLines(lines, chosen)).toEqual([
    { lineId: 1, qty: 1 },
    { lineId: 2, qty: 3 },
    { lineId: 4, qty: 2 },
  ]);
});

test('the last parcel contains the remaining options of the devices, and only chosen lines are packed', () => {
  expect(parcelLines(lines, new Map([[1, 3]]))).toEqual([
    { lineId: 1, qty: 3 },
    { lineId: 2, qty: 9 },
  ]);
  expect(parcelLines(lines, new Map())).toEqual([]);
});
