import { expect, test } from 'vitest';
import {
  april,
  bill,
  customer,
  day,
  hour,
  hourly,
  issue,
  march,
  meter,
  post,
  store,
  withBilledMeter,
} from '#main/testing/test-bills.ts';

withBilledMeter();

const meterPage = async () => (await customer.call('GET', `/sample/device/${meter}/meter`)).body.data;
const at = (ms: number) => new Date(ms).toISOString();

test('a rise that waits for a decision does not hold up the bill of the month before it', async () => {
  await store([...hourly(march, april + day, 100, 0.1), [april + day + hour, 1000], [april + day + 2 * hour, 1000.1]]);
  expect((await meterPage()).reviews).toMatchObject([{ state: 'open' }]);
  expect((await bill('2026-03')).underReview).toBe(0);
  expect((await bill('2026-04')).underReview).toBe(1);
  expect((await issue('2026-03')).status).toBe(200);
});

test('a fall that late readings show before a replacement does not move the segment that a person began', async () => {
  const replaced = march + 10 * day + hour / 2;
  await store(hourly(march, march + 4 * day, 100, 0.1));
  await store(hourly(march + 10 * day, march + 11 * day, 200, 0.1));
  const body = { at: at(replaced), endIndex: 200.1, startIndex: 200.1, serial: 'NEW-1' };
  expect((await post(`/device/${meter}/replace-meter`, body)).status).toBe(201);
  // The counter had begun again from zero in between.
  await store(hourly(march + 9.5 * day, march + 9.75 * day, 3, 0.1));
  expect((await meterPage()).segments).toMatchObject([
    { reason: 'replaced', serial: 'NEW-1', startedAt: at(replaced), startIndex: 200.1 },
    { reason: 'installed', endedAt: at(replaced), endIndex: 200.1 },
  ]);
});
