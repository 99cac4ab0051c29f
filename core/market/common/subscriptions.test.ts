import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSoldFor, placeSubscriptions } from './subscriptions.ts';

const devices = (solutionId: number, qty: number) => ({ solutionId, qty });
const sold = (solutionIds: number[], qty: number) => ({ solutionIds, qty });

test('a subscription is for a device of a solution that it is sold for, whatever the order of the devices', () => {
  expect(placeSubscriptions([devices(1, 1), devices(2, 1)], [sold([2, 3], 1)])).toEqual([
    { subscription: 0, device: 1, qty: 1 },
  ]);
});

test('a subscription for every solution leaves the device to one that fits nothing else', () => {
  expect(placeSubscriptions([devices(1, 2), devices(2, 2)], [sold([], 2), sold([1], 2)])).toEqual([
    { subscription: 0, device: 1, qty: 2 },
    { subscription: 1, device: 0, qty: 2 },
  ]);
});

test('subscriptions that fit no device, or for which no device is left, are placed nowhere', () => {
  expect(placeSubscriptions([devices(1, 2)], [sold([1], 3), sold([2], 1)])).toEqual([
    { subscription: 0, device: 0, qty: 2 },
  ]);
});

const lines = fc.array(fc.record({ solutionId: fc.integer({ min: 1, max: 4 }), qty: fc.integer({ min: 1, max: 5 }) }), {
  maxLength: 4,
});
const offers = fc.array(
  fc.record({
    solutionIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
    qty: fc.integer({ min: 1, max: 5 }),
  }),
  { maxLength: 4 },
);

/** By Hall's theorem: the maximum that can be placed is the minimum over all choices of lines. */
function mostPlaced(
  of: { solutionId: number; qty: number }[],
  subscriptions: { solutionIds: number[]; qty: number }[],
) {
  const total = subscriptions.reduce((sum, { qty }) => sum + qty, 0);
  let least = total;
  for (let choice = 0; choice < 2 ** subscriptions.length; choice++) {
    const chosen = subscriptions.filter((_, at) => choice & (2 ** at));
    const room = of
      .filter(({ solutionId }) => chosen.some((one) => isSoldFor(one, solutionId)))
      .reduce((sum, { qty }) => sum + qty, 0);
    least = Math.min(least, total - chosen.reduce((sum, { qty }) => sum + qty, 0) + room);
  }
  return least;
}

test('as many subscriptions as possible get a device, none of them twice and each one that fits', () => {
  fc.assert(
    fc.property(lines, offers, (of, subscriptions) => {
      const placements = placeSubscriptions(of, subscriptions);
      expect(placements.reduce((sum, { qty }) => sum + qty, 0)).toBe(mostPlaced(of, subscriptions));
      for (const [at, { qty }] of of.entries())
        expect(
          placements.filter(({ device }) => device === at).reduce((sum, one) => sum + one.qty, 0),
        ).toBeLessThanOrEqual(qty);
      for (const [at, { qty }] of subscriptions.entries())
        expect(
          placements.filter(({ subscription }) => subscription === at).reduce((sum, one) => sum + one.qty, 0),
        ).toBeLessThanOrEqual(qty);
      for (const { subscription, device } of placements)
        expect(isSoldFor(subscriptions[subscription] ?? { solutionIds: [0] }, of[device]?.solutionId ?? null)).toBe(
          true,
        );
    }),
  );
});
