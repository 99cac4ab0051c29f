import { expect, test } from 'vitest';
import { rankingOf } from './ranking.ts';

const item = (id: number, total: number | null, before: number | null = null) => ({
  id,
  name: `${id}`,
  grossArea: null,
  devices: 1,
  values: [],
  total,
  mean: total,
  days: { known: 1, of: 1 },
  before,
});

test('the ranking begins with the highest value and compares with the first that was chosen and with the time before', () => {
  const ranked = rankingOf({ counter: true, items: [item(1, 50, 40), item(2, null), item(3, 75)] });
  expect(ranked.map(({ id, toFirst, change }) => [id, toFirst, change])).toEqual([
    [3, 50, null],
    [1, null, 25],
    [2, null, null],
  ]);
});
