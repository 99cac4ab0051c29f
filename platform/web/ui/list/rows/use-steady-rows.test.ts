import { expect, test } from 'vitest';
import { inKeptOrder } from './use-steady-rows.ts';

const row = (id: number, more = {}) => ({ id, ...more });
const keyOf = ({ id }: { id: number }) => id;
const gone = ({ closed }: { closed?: boolean }) => closed === true;

test('rows keep their order while read, change in place, and new rows are only counted', () => {
  const kept = [row(1), row(2), row(3)];
  const now = [row(4), row(3, { seen: true }), row(1), row(2)];
  expect(inKeptOrder(kept, now, keyOf, gone)).toEqual({
    rows: [row(1), row(2), row(3, { seen: true })],
    news: 1,
    moved: true,
  });
});

test('a row that another person removed stays until the list is updated, an own one leaves at once', () => {
  expect(inKeptOrder([row(1), row(2)], [row(2)], keyOf, gone).rows).toEqual([row(1), row(2)]);
  expect(inKeptOrder([row(1), row(2)], [row(1, { closed: true }), row(2)], keyOf, gone)).toEqual({
    rows: [row(2)],
    news: 0,
    moved: false,
  });
});
