import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import { massOf } from './mass.ts';

let traps: TestTraps;
beforeAll(async () => {
  traps = await TestTraps.begin();
});
afterAll(() => traps.app.close());

const second = 1000;
const trapCount = 8;
/** Seconds at which traps of a site spring, in the order in which they are reported: so many at a time. */
const reported = fc.array(
  fc.array(fc.record({ trap: fc.nat(trapCount - 1), at: fc.nat(600) }), { minLength: 1, maxLength: 5 }),
  { minLength: 4, maxLength: 10 },
);

test('the same hits are a mass in whatever order and company they are reported', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(reported, async (batches) => {
      const site = await traps.site();
      const all: TestTrap[] = [];
      while (all.length < trapCount) all.push(await traps.add({}, site));
      const start = Date.now() - 3_600_000;
      for (const batch of batches)
        await Promise.all(
          batch.map(async ({ trap, at }) => {
            const of = all[trap];
            const data = { type: 'activation' };
            if (of) await traps.events(of, { id: `m${++sent}`, ts: start + at * second, kind: 'hit', data });
          }),
        );
      const { rows } = await traps.app.kit.pool.query<{ id: number; deviceId: number; at: number; mass: boolean }>(
        `SELECT id, device_id AS "deviceId", (extract(epoch FROM at) * 1000)::float8 AS at, mass FROM rodent_hit WHERE structure_id = $1 ORDER BY at, id`,
        [site],
      );
      expect(rows.length).toBeGreaterThan(0);
      const mass = massOf(rows, trapCount);
      expect(rows.map(({ id, at, mass: is }) => [id, at, is])).toEqual(
        rows.map(({ id, at }) => [id, at, mass.has(id)]),
      );
    }),
    { numRuns: 8 },
  );
});

test('a mass activation that lasts for longer than what is read around a hit stays one', async () => {
  const site = await traps.site();
  const [one, two, three] = [await traps.add({}, site), await traps.add({}, site), await traps.add({}, site)];
  const start = Date.now() - 7_200_000;
  const times = Array.from({ length: 46 }, (_, n) => n * 50);
  const hit = (at: number) => ({ id: `l${at}`, ts: start + at * second, kind: 'hit', data: { type: 'activation' } });
  // Three within a minute begin it; one trap alone goes on.
  await traps.events(two, hit(10));
  await traps.events(three, hit(20));
  await traps.events(one, times.slice(0, 20).map(hit));
  await traps.events(one, times.slice(20, 40).map(hit));
  await traps.events(one, times.slice(40).map(hit));
  const marks = async () => (await traps.hits(one)).map(({ mass }) => mass);
  expect(await marks()).toEqual(times.map(() => true));
  // A hit at its end and a trap that was served are reasons to look again.
  await traps.events(one, hit(2280));
  await traps.events(one, { id: 'served', ts: start + 2270 * second, kind: 'service', data: {} });
  const after = await traps.hits(one);
  expect(after.filter(({ service }) => service).map(({ mass }) => mass)).toEqual([true]);
  expect(after.map(({ mass }) => mass)).toEqual(after.map(() => true));
});
