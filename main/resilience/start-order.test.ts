import { afterAll, beforeAll, expect, test } from 'vitest';
import { slices } from '../slices.ts';
import { type Rasid, rasid } from '../testing.ts';

let app: Rasid;
const order: string[] = [];
const originals = slices.map(({ start, receive }) => ({ start, receive }));

beforeAll(async () => {
  for (const slice of slices) {
    const { start, receive } = slice;
    if (start)
      slice.start = async (kit) => {
        const stop = await start(kit);
        order.push(`${slice.app.id} has started`);
        return stop;
      };
    if (receive)
      slice.receive = (kit) => {
        order.push(`${slice.app.id} receives`);
        return receive(kit);
      };
  }
  app = await rasid({ start: true });
});
afterAll(async () => {
  for (const [n, slice] of slices.entries()) Object.assign(slice, originals[n]);
  await app.close();
});

test('messages of devices are taken once every slice has started, so that none is stored without those that listen', () => {
  const receiving = order.filter((step) => step.endsWith('receives'));
  expect(receiving).toContain('telemetry receives');
  expect(order.slice(-receiving.length)).toEqual(receiving);
  expect(order.length).toBeGreaterThan(receiving.length);
});
