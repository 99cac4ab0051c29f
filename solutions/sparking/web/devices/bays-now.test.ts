import { expect, test } from 'vitest';
import { waitingCall } from '#platform/web/offline/waiting/test-browser.ts';
import { type BayToPair, typedSerial } from '../../common/pairing.ts';
import { baysNow, hasSensor, keptPairing, keptPairsOf, nextFree, outlookOf, readScan } from './bays-now.ts';

const floor = (name: string) => ({ id: name.length, name });
const sensorOf = (serial: string) => ({ id: Number(serial.slice(-2)), name: serial, serial, heardAt: null });
const bay = (id: number, number: string, serial: string | null = null, more: Partial<BayToPair> = {}): BayToPair => ({
  ...{ id, number, code: null, floor: null, sensor: serial ? sensorOf(serial) : null, watchedBy: null },
  ...more,
});
const [one, two] = ['A84041FFFF18C201', 'A84041FFFF18C202'];
const kept = (bayId: number, serial: string, refusal: string | null = null) =>
  waitingCall(`${bayId}`, { of: keptPairing(9, bayId), body: { serial }, refusal });
const now = (bays: readonly BayToPair[], ...calls: ReturnType<typeof waitingCall>[]) =>
  baysNow(bays, keptPairsOf(calls, 9, calls[0]?.at ?? 0));

test('bays are walked floor by floor, and A-9 comes before A-10', () => {
  const floors = [bay(1, 'A-10', null, { floor: floor('Level 2') }), bay(2, 'A-9', null, { floor: floor('Level 2') })];
  expect(now([...floors, bay(3, 'B-1', null, { floor: floor('Level 1') })]).map(({ id }) => id)).toEqual([3, 2, 1]);
});

test('kept pairings of this location count as sensors, refused ones do not', () => {
  const calls = [kept(1, one), kept(2, two, 'Unknown sensor'), { ...kept(3, one), of: keptPairing(8, 3) }];
  const bays = now([bay(1, 'A-1'), bay(2, 'A-2'), bay(3, 'A-3')], ...calls);
  expect(bays.map(hasSensor)).toEqual([true, false, false]);
  expect(bays[1]?.kept).toMatchObject({ state: 'refused', reason: 'Unknown sensor', serial: two });
});

test('a sensor that waits for another bay has left its own', () => {
  const bays = now([bay(1, 'A-1', one), bay(2, 'A-2')], kept(2, one));
  expect(bays.map(hasSensor)).toEqual([false, true]);
});

test('the next free bay is behind the last one, then from the beginning', () => {
  const bays = now([bay(1, 'A-1'), bay(2, 'A-2', one), bay(3, 'A-3'), bay(4, 'A-4', two)]);
  expect([null, 1, 3].map((after) => nextFree(bays, after)?.id)).toEqual([1, 3, 1]);
  expect(nextFree(now([bay(1, 'A-1', one)]), 1)).toBeNull();
  const watchedBy = { name: 'Loops', channel: '1' };
  expect(nextFree(now([bay(1, 'A-1', null, { watchedBy }), bay(2, 'A-2')]), null)?.id).toBe(2);
});

test('a code is that of a bay, in any case of letters, before it is a serial number', () => {
  const bays = now([bay(1, 'A-1', null, { code: 'AB12CD34' }), bay(2, 'A-2')]);
  expect(readScan(' ab12cd34 ', bays)).toMatchObject({ bay: { id: 1 } });
  expect(readScan('a-2', bays)).toMatchObject({ bay: { id: 2 } });
  expect(readScan('LW:D0:70B3D50000000001:A84041FFFF18C201:00FF0102', bays)).toEqual({ serial: one });
  expect(readScan('https://example.test/menu', bays)).toBeNull();
});

test('a typed serial number is read as labels are', () => {
  expect(typedSerial('a8:40:41:ff:ff:18:c2:01')).toBe(one);
  expect(typedSerial(' Sensor 7 ')).toBe('Sensor 7');
});

test('what would go wrong is known before it is sent', () => {
  const bays = now([bay(1, 'A-1', one), bay(2, 'A-2', two), bay(3, 'A-3'), bay(4, 'A-4')], kept(4, 'A84041FFFF18C204'));
  const at = (id: number) => bays.find((one) => one.id === id) ?? null;
  const outlook = (serial: string, id: number | null) => outlookOf(serial, id === null ? null : at(id), bays);
  expect(outlook('', 3)).toEqual({ kind: 'incomplete' });
  expect(outlook(one, null)).toEqual({ kind: 'incomplete' });
  expect(outlook('A84041FFFF18C209', 3)).toEqual({ kind: 'ready' });
  expect(outlook(one, 1)).toEqual({ kind: 'there' });
  expect(outlook(one, 3)).toMatchObject({ kind: 'moves', from: { id: 1 } });
  expect(outlook(one, 2)).toMatchObject({ kind: 'swaps', from: { id: 1 }, sensor: two });
  expect(outlook('A84041FFFF18C209', 1)).toEqual({ kind: 'bay-taken', sensor: one });
  expect(outlook('A84041FFFF18C209', 4)).toEqual({ kind: 'bay-waits', sensor: 'A84041FFFF18C204' });
  expect(outlook('A84041FFFF18C204', 3)).toMatchObject({ kind: 'sensor-waits', at: { id: 4 } });
});
