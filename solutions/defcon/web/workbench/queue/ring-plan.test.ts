import { expect, test } from 'vitest';
import { afterRing, planned, silent } from './ring-plan.ts';

const waiting = (rank: number, minute: number) => ({
  rank,
  newest: { id: minute, kind: 'intrusion', name: 'Shop', at: new Date(minute * 60_000).toISOString() },
});
const taken = (rank: number) => ({ rank, newest: null });

test('the first rank rings until it is taken, the second three times, and others once', () => {
  expect(planned(silent, [waiting(1, 1), waiting(2, 1)]).left).toBe(Number.POSITIVE_INFINITY);
  expect(planned(silent, [waiting(2, 1)]).left).toBe(3);
  expect(planned(silent, [waiting(3, 1)]).left).toBe(1);
  expect(planned(planned(silent, [waiting(1, 1)]), [taken(1)]).left).toBe(0);
});

test('an incident rings once more only if a newer one of its rank waits', () => {
  const rung = afterRing(afterRing(afterRing(planned(silent, [waiting(2, 1)]))));
  expect(planned(rung, [waiting(2, 1)]).left).toBe(0);
  expect(planned(rung, [waiting(2, 2)]).left).toBe(3);
  // The newest is taken, and an older one still waits.
  expect(planned(planned(rung, [waiting(2, 2)]), [waiting(2, 1)]).left).toBe(3);
  expect(planned(planned(rung, [waiting(2, 2)]), [waiting(3, 2)]).left).toBe(1);
  expect(planned(planned(rung, [waiting(2, 2)]), []).left).toBe(0);
});
