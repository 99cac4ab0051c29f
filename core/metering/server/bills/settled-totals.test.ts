import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  app,
  charged,
  hour,
  issue,
  june,
  march,
  post,
  reset,
  store,
  withBilledMeter,
} from '#main/testing/test-bills.ts';

withBilledMeter();

const months = ['2026-03', '2026-04', '2026-05'];

/** Readings every eight hours or so, the batch in which each arrives, and what is done after each batch. */
const history = fc.record({
  readings: fc.array(
    fc.record({
      grown: fc.integer({ min: 0, max: 3000 }),
      minutes: fc.integer({ min: 6 * 60, max: 30 * 60 }),
      batch: fc.nat(3),
      rollsOver: fc.nat(30).map((n) => n === 0),
    }),
    { minLength: 90, maxLength: 140 },
  ),
  order: fc.shuffledSubarray(months, { minLength: 3 }),
  corrected: fc.nat(2),
});

test('bills add up to what the meter has counted, whenever they are issued and whatever arrives late', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ readings, order, corrected }) => {
      await reset();
      let [at, index, total] = [march, 99_900, 0];
      const points = [{ at, index, total, batch: 0 }];
      for (const { grown, minutes, batch, rollsOver } of readings) {
        at += minutes * 60_000;
        const next = rollsOver && index > 95_500 ? 100_000 + grown / 1000 : index + grown / 1000;
        total += next - index;
        index = next >= 100_000 ? next - 100_000 : next;
        points.push({ at, index, total, batch });
      }
      const used = points.filter((one) => one.at < june - 6 * hour);
      const newest = used.at(-1) ?? { index, total };
      used.push({ at: june, index: newest.index + 1, total: newest.total + 1, batch: 0 });
      for (const batch of [0, 1, 2, 3]) {
        const arrived = used.filter((one) => one.batch === batch || (batch > 0 && one.batch === batch - 1));
        await store(arrived.map((one) => [one.at, one.index] as const).toReversed());
        const month = order[batch];
        if (month) await issue(month);
      }
      // Everything has arrived: the next document settles what is still open.
      const { rows } = await app.kit.pool.query(
        "SELECT id FROM meter_bill WHERE state = 'issued' AND kind = 'bill' AND to_char(month, 'YYYY-MM') = $1",
        [months[corrected]],
      );
      for (const { id } of rows) await post(`/bill/${id}/correct`, { reason: 'Late readings' });
      const { quantity } = await charged();
      const last = used.at(-1)?.total ?? 0;
      expect(rows).toHaveLength(1);
      expect(quantity).toBeCloseTo(last, 3);
    }),
    // A failing history is reported without shrinking, which would exceed the time limit of a test.
    { numRuns: 5, endOnFailure: true },
  );
});
