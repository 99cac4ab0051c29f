import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { setClock } from '../clock.ts';
import { inSystem, type Tx } from '../postgres/database.ts';
import { platformPlace, platformPrefix, storeInstallation } from '../postgres/installation.ts';
import { nextCompanyNumber, nextNumber, platformYear } from './number-series.ts';

let app: Rasid;
const installation = {
  timeZone: 'Asia/Dubai',
  country: 'AE',
  numbers: { order: 'RS', invoice: 'INV', creditNote: 'CN' },
};
beforeAll(async () => {
  app = await rasid();
  await app.kit.pool.query(`
    CREATE TABLE ticket_number (series text, lane integer, year integer, last integer NOT NULL, PRIMARY KEY (series, lane, year));
    SELECT rasid_system_table('ticket_number')`);
});
afterEach(async () => {
  setClock(null);
  await storeInstallation(app.kit.pool, installation);
  await app.kit.pool.query('DELETE FROM ticket_number');
});
afterAll(() => app.close());

const take = (tx: Tx, { series = 'parking', lane = 1, year = 2026 } = {}) =>
  nextNumber(tx, { table: 'ticket_number', of: { series, lane }, year, prefix: 'P' });
const taken = (options = {}) => inSystem(app.kit.db, (tx) => take(tx, options));
const dated = () =>
  inSystem(app.kit.db, (tx) =>
    nextNumber(tx, {
      table: 'ticket_number',
      of: { series: 'dated', lane: 1 },
      year: platformYear,
      prefix: platformPrefix('invoice'),
    }),
  );

test('a series counts from one by year and by what it belongs to', async () => {
  expect(await taken()).toEqual({ year: 2026, seq: 1, number: 'P-2026-000001' });
  expect((await taken()).number).toBe('P-2026-000002');
  expect((await taken({ year: 2027 })).number).toBe('P-2027-000001');
  expect((await taken({ lane: 2 })).number).toBe('P-2026-000001');
  expect((await taken({ series: 'visits' })).number).toBe('P-2026-000001');
});

test('transactions at the same time take each number once, and those that are rolled back leave no gap', async () => {
  const numbers: number[] = [];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) =>
      inSystem(app.kit.db, async (tx) => {
        const { seq } = await take(tx);
        await sql`SELECT pg_sleep(0.001)`.execute(tx);
        if (n % 3 === 0) throw new Error('rolled back');
        return seq;
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') numbers.push(outcome.value);
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  expect((await taken()).seq).toBe(41);
});

test.each([
  ['Pacific/Kiritimati', 2027],
  ['Asia/Dubai', 2027],
  ['Europe/London', 2026],
])('the year of a number is that of the platform in %s', async (timeZone, year) => {
  await storeInstallation(app.kit.pool, { ...installation, timeZone });
  setClock(new Date('2026-12-31T21:00:00Z'));
  expect(await dated()).toEqual({ year, seq: 1, number: `INV-${year}-000001` });
});

test('an installation chooses its place and what its numbers begin with', async () => {
  const numbers = { ...installation.numbers, invoice: 'RE' };
  await storeInstallation(app.kit.pool, { timeZone: 'Asia/Riyadh', country: 'SA', numbers });
  expect((await dated()).number).toMatch(/^RE-20\d\d-000001$/);
  expect(await inSystem(app.kit.db, platformPlace)).toEqual({ timeZone: 'Asia/Riyadh', country: 'SA' });
  const { rows } = await app.kit.pool.query(
    "INSERT INTO company (name, email, type) VALUES ('Zoneless', 'zoneless@rasid.test', 'Customer') RETURNING time_zone",
  );
  expect(rows[0].time_zone).toBe('Asia/Riyadh');
});

test('a company counts its own series, without a table of the app', async () => {
  const { rows } = await app.kit.pool.query('SELECT min(id) AS one, max(id) AS other FROM company');
  const card = (companyId: number, series = 'cards') =>
    inSystem(app.kit.db, (tx) => nextCompanyNumber(tx, { series, companyId, prefix: 'JC' }));
  const year = new Date().getFullYear();
  expect((await card(rows[0].one)).number).toBe(`JC-${year}-000001`);
  expect((await card(rows[0].one)).number).toBe(`JC-${year}-000002`);
  expect((await card(rows[0].other)).seq).toBe(1);
  expect((await card(rows[0].one, 'visits')).seq).toBe(1);
});
