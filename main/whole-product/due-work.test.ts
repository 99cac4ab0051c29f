import { afterAll, beforeAll, expect, test } from 'vitest';
import { slices } from '../slices.ts';
import { type Rasid, rasid } from '../testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('every table with due work has an index by the time of its rows, because workers ask each second', async () => {
  const works = slices.flatMap(({ dues }) => dues ?? []);
  expect(works.length).toBeGreaterThan(1);
  for (const { name, rows } of works) {
    const indexes = await app.kit.pool.query('SELECT indexdef FROM pg_indexes WHERE tablename = $1', [rows.table]);
    const begins = new RegExp(`\\(${rows.at}\\b`);
    expect(
      indexes.rows.some(({ indexdef }) => begins.test(indexdef)),
      `${name}: an index of ${rows.table} (${rows.at})`,
    ).toBe(true);
  }
});
