import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { type Heard, recordHeard, spansOf } from './heard.ts';

let traps: TestTraps;
let trap: TestTrap;
beforeAll(async () => {
  traps = await TestTraps.begin();
  trap = await traps.add();
});
afterAll(() => traps.app.close());

const silenceMs = 100_000;
const start = Date.parse('2026-03-01T00:00:00Z');
const heardAt = (times: readonly number[], deviceId = trap.id): Heard => ({ deviceId, times, silenceMs });
const stored = async (deviceId = trap.id) =>
  (
    await traps.app.kit.pool.query(
      `SELECT (extract(epoch FROM from_at) * 1000)::float8 AS "from", (extract(epoch FROM to_at) * 1000)::float8 AS "to" FROM rodent_heard WHERE device_id = $1 ORDER BY from_at`,
      [deviceId],
    )
  ).rows;
const record = (...heard: Heard[]) => inSystem(traps.app.kit.db, (tx) => recordHeard(tx, heard));

test('messages in any order, in any batches and again make the spans that they make in their order', async () => {
  const batches = fc.array(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      await traps.app.kit.pool.query('DELETE FROM rodent_heard');
      const times = all.map((batch) => batch.map((n) => start + n * 45_000));
      for (const batch of times) await record(heardAt(batch));
      expect(await stored()).toEqual(spansOf(heardAt(times.flat())).map(({ from, to }) => ({ from, to })));
    }),
    { numRuns: 60 },
  );
});

test('each trap of a batch has its own spans, and a late message closes the silence that it was in', async () => {
  await traps.app.kit.pool.query('DELETE FROM rodent_heard');
  const other = await traps.add();
  await record(heardAt([start, start + 300_000]), heardAt([start + 50_000], other.id));
  expect(await stored()).toHaveLength(2);
  await record(heardAt([start + 100_000, start + 200_000]));
  expect(await stored()).toEqual([{ from: start, to: start + 300_000 }]);
  expect(await stored(other.id)).toEqual([{ from: start + 50_000, to: start + 50_000 }]);
});

test('each message of a trap counts as hearing it', async () => {
  const one = await traps.add();
  const at = Date.now() - 3_600_000;
  await traps.values(one, at, { battery: 90 });
  await traps.events(one, { ts: at + 60_000, kind: 'hit', data: { type: 'activation' } });
  expect(await stored(one.id)).toEqual([{ from: at, to: at + 60_000 }]);
});
