import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { MeterUsage, RankedUsage, SiteUsage } from '../common/consumption.ts';
import { monthAt, monthSpan, monthsLater } from './months.ts';

const hour = 3_600_000;
const zone = 'Asia/Dubai';
const now = Date.now();
const { from } = monthSpan(monthAt(now, zone), zone);
const earlier = monthSpan(monthsLater(monthAt(now, zone), -1), zone);
const lately = Math.max(from + (now - from) / 2, now - hour / 2);
const at = (ms: number) => new Date(ms).toISOString();

let app: Rasid;
let customer: TestPerson;
let meters: number[];
let volume: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const found = await customer.call('GET', '/sample/device?limit=100&hardwareId=90301&sort[id]=asc');
  meters = found.body.data.map(({ id }: { id: number }) => id);
  volume = app.kit.apps.flatMap((one) => one.sensorTypes ?? []).find(({ key }) => key === 'volume')?.id ?? 0;
  await app.kit.pool.query('DELETE FROM meter_segment');
});
afterAll(() => app.close());

/** Stores the index of a meter at instants. */
async function count(meter: number, points: readonly (readonly [number, number])[]) {
  await app.kit.pool.query(
    `INSERT INTO meter (company_id, device_id, scanned_until) SELECT company_id, id, now() FROM device WHERE id = $1 ON CONFLICT DO NOTHING`,
    [meter],
  );
  await app.kit.pool.query(
    `INSERT INTO meter_segment (company_id, device_id, serial, started_at, start_index, reason) SELECT company_id, id, serial, $2, $3, 'installed' FROM device WHERE id = $1`,
    [meter, at(points[0]?.[0] ?? now), points[0]?.[1] ?? 0],
  );
  for (const [time, value] of points)
    await app.kit.pool.query('INSERT INTO reading (device_id, sensor_id, time, value) VALUES ($1, $2, $3, $4)', [
      meter,
      volume,
      at(time),
      value,
    ]);
}
const water = async (person = customer): Promise<MeterUsage> =>
  (await person.call('GET', '/overview/consumption')).body.data.utilities.find(
    ({ utility, unit }: MeterUsage) => utility === 'water' && unit !== 'kWh',
  );

test('the last month of one site is laid out as PDF for people who may see its meters', async () => {
  const device = (await customer.call('GET', `/sample/device/${meters[0]}`)).body.data;
  await count(meters[0] as number, [
    [earlier.from, 10],
    [from, 100],
  ]);
  const path = `/overview/consumption/${device.structure.id}/print`;
  const printed = await customer.call('POST', path, { body: { lang: 'ar' } });
  expect(printed.status, JSON.stringify(printed.body)).toBe(200);
  const documents = await app.kit.pool.query('SELECT page, language, data FROM print_document WHERE id = $1', [
    printed.body.data.id,
  ]);
  expect(documents.rows).toMatchObject([{ page: 'consumption-report', language: 'ar' }]);
  const { rows, period } = documents.rows[0].data;
  expect(period).toEqual({ from: at(earlier.from), to: at(earlier.to) });
  expect(rows.map(({ site }: { site: string }) => site)).toEqual(rows.map(() => device.structure.name));
  expect(rows).toContainEqual(expect.objectContaining({ utility: 'water', amount: 90 }));
  const other = await app.signIn('viewer@rasid.test');
  expect((await other.call('POST', '/overview/consumption/999999/print', { body: { lang: 'en' } })).status).toBe(404);
  await app.kit.pool.query('DELETE FROM meter_segment');
  await app.kit.pool.query('DELETE FROM reading WHERE device_id = $1 AND sensor_id = $2', [meters[0], volume]);
});

test('the consumption of the month so far is compared with the equal days of the month before, meter by meter', async () => {
  const [first, second] = meters as [number, number];
  const equalDays = Math.min(earlier.from + (now - from), earlier.to);
  await count(first, [
    [earlier.from - hour, 0],
    [earlier.from, 10],
    [equalDays, 40],
    [from, 100],
    [lately, 145],
  ]);
  // A meter that began in this month counts, but is compared with nothing.
  await count(second, [
    [from + 1, 500],
    [lately, 505],
  ]);
  const usage = await water();
  expect(usage.amount).toBeCloseTo(50);
  expect(usage.compared?.amount).toBeCloseTo(45);
  expect(usage.compared?.before).toBeCloseTo(30);
});

test('the consumption takes the same statements for any number of meters, and only includes those of the caller', async () => {
  const before = await countStatements(app, () => water());
  for (const meter of meters.slice(2, 5))
    await count(meter, [
      [from, 1],
      [lately, 2],
    ]);
  expect(await countStatements(app, () => water())).toBe(before);
  expect((await water(await app.signIn('other@rasid.test')))?.amount ?? 0).toBe(0);
});

test('bills are summed by currency for people of the platform only', async () => {
  const bill = (state: string, total: number, currency: string, number: string | null) =>
    app.kit.pool.query(
      `INSERT INTO meter_bill (company_id, app, device_id, month, state, number, statement, terms, issued_at)
       SELECT company_id, 'sample', id, ($2 || '-01')::date - ($3::text || ' months')::interval, $4, $5, $6, '{}', CASE WHEN $4 = 'issued' THEN now() END FROM device WHERE id = $1`,
      [meters[0], monthAt(now, 'UTC'), String(total), state, number, JSON.stringify({ total, currency })],
    );
  await app.kit.pool.query('DELETE FROM meter_bill');
  await bill('issued', 10, 'AED', 'A-1');
  await bill('issued', 20, 'AED', 'A-2');
  await bill('draft', 7, 'AED', null);
  await bill('issued', 5, 'SAR', 'S-1');
  const { currencies } = (await (await app.signIn('finance@rasid.test')).call('GET', '/overview/money')).body.data;
  expect(currencies).toEqual([
    { currency: 'AED', issued: 2, total: 30, drafts: 1, draftTotal: 7 },
    { currency: 'SAR', issued: 1, total: 5, drafts: 0, draftTotal: 0 },
  ]);
  expect((await customer.call('GET', '/overview/money')).status).toBe(403);
});

test('the overview of sites, the ranking, the comparison and the consumption of a site give the same total of the month', async () => {
  const [first] = meters as [number];
  const { structure } = (await customer.call('GET', `/sample/device/${first}`)).body.data;
  const others = (await customer.call('GET', '/sample/analysis/structure-portfolio?limit=100')).body.data;
  const row = others.find(({ id }: { id: number }) => id === structure.id);
  const water = (usages: MeterUsage[]) => usages.find(({ utility, unit }) => utility === 'water' && unit === 'm³');
  const total = water(row.consumption)?.amount ?? 0;
  expect(total).toBeGreaterThan(0);

  const period = `from=${at(from)}&to=${at(now + hour)}`;
  const ranking: SiteUsage[] = (await customer.call('GET', `/sample/analysis/consumption?${period}`)).body.data;
  const ranked = ranking.filter(({ id }) => id === structure.id);
  expect(water(ranked)?.amount).toBeCloseTo(total);
  expect(water(ranked)?.compared).toEqual(water(row.consumption)?.compared);

  const other = others.find(({ id }: { id: number }) => id !== structure.id);
  const compared = await customer.call(
    'GET',
    `/sample/analysis/compare?by=structure&ids=${structure.id},${other.id}&quantity=volume&${period}`,
  );
  expect(compared.body.data.items[0].total).toBeCloseTo(total);

  const site = await customer.call('GET', `/overview/consumption?structureId=${structure.id}`);
  expect(water(site.body.data.utilities)?.amount).toBeCloseTo(total);
});

test('the ranking of a month compares it with the whole month before, the highest consumption first', async () => {
  const sites: SiteUsage[] = (
    await customer.call(
      'GET',
      `/sample/analysis/consumption?utility=water&limit=100&from=${at(earlier.from)}&to=${at(earlier.to)}`,
    )
  ).body.data;
  expect(sites[0]?.before).toEqual({
    from: at(monthSpan(monthsLater(monthAt(now, zone), -2), zone).from),
    to: at(earlier.from),
  });
  const amounts = sites.filter(({ utility, unit }) => utility === 'water' && unit === 'm³').map(({ amount }) => amount);
  expect(amounts[0]).toBeGreaterThan(0);
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  expect((await customer.call('GET', `/sample/analysis/consumption?from=${at(now)}&to=${at(from)}`)).status).toBe(418);
});

test('a site shows the meters that counted most, and its consumption per square metre once its area is known', async () => {
  const [first] = meters as [number];
  const { structure, company } = (await customer.call('GET', `/sample/device/${first}`)).body.data;
  const period = `from=${at(from)}&to=${at(now + hour)}`;
  const top = (await customer.call('GET', `/sample/analysis/consumption/${structure.id}/meter?${period}`)).body.data;
  expect(top.map(({ id }: { id: number }) => id)).toContain(first);
  const path = `/company/${company.id}/structure/${structure.id}`;
  expect((await customer.call('PATCH', path, { body: { grossArea: 0 } })).status).toBe(418);
  await customer.call('PATCH', path, { body: { grossArea: 50 } });
  const [row] = (await customer.call('GET', `/sample/analysis/consumption?id=${structure.id}&utility=water&${period}`))
    .body.data as SiteUsage[];
  expect(row?.perArea).toBeCloseTo((row?.amount ?? 0) / 50);
  const other = await app.signIn('other@rasid.test');
  expect((await other.call('GET', `/sample/analysis/consumption/${structure.id}/meter?${period}`)).status).toBe(404);
});

test('the ranking shows the number of days with readings, the cost of the consumption and its share of the budget', async () => {
  const meter = meters[5] as number;
  const day = 24 * hour;
  // Readings of the first nine days of the month before, one of them entered by a person.
  const days = Array.from({ length: 8 }, (_, n) => [earlier.from + n * day + 6 * hour, 100 + 10 * n] as const);
  await count(meter, [[earlier.from, 100], ...days.slice(1), [earlier.to + hour, 200]]);
  await app.kit.pool.query(
    'INSERT INTO meter_reading (company_id, device_id, at, value) SELECT company_id, id, $2, 180 FROM device WHERE id = $1',
    [meter, at(earlier.from + 8 * day)],
  );
  const { structure } = (await customer.call('GET', `/sample/device/${meter}`)).body.data;
  const row = async (of: { from: number; to: number }): Promise<RankedUsage> => {
    const address = `/sample/analysis/consumption?id=${structure.id}&utility=water&from=${at(of.from)}&to=${at(of.to)}`;
    const rows: RankedUsage[] = (await customer.call('GET', address)).body.data;
    return rows.find(({ unit }) => unit === 'm³') as RankedUsage;
  };
  const others = meters.filter((id) => id !== meter);
  await app.kit.pool.query('DELETE FROM meter WHERE device_id = ANY ($1)', [others]);
  await app.kit.pool.query('DELETE FROM reading WHERE device_id = ANY ($1)', [others]);
  const length = Math.round((earlier.to - earlier.from) / day);
  expect(await row(earlier)).toMatchObject({ days: { known: 9, of: length }, cost: null, budget: null });

  const terms = { mode: 'graduated', perMonth: true, surcharges: [], fixed: [], seweragePercent: null, vatPercent: 5 };
  const tariff = await customer.call('POST', '/sample/tariff', {
    body: {
      nameEn: 'Ranked',
      nameAr: 'Ranked',
      utility: 'water',
      currency: 'AED',
      unit: 'm³',
      validFrom: '2020-01',
      terms: {
        ...terms,
        slabs: [
          { upTo: 50, price: '1' },
          { upTo: null, price: '3' },
        ],
        vatOn: ['consumption'],
      },
    },
  });
  const assign = { level: 'solution', refId: 903, dwellings: 1 };
  await customer.call('POST', `/sample/tariff/${tariff.body.data.id}/assign`, { body: assign });
  await customer.call('PUT', `/sample/device/${meter}/budget`, { body: { amount: 80 } });
  const { amount, cost, budget } = await row(earlier);
  const bill = (await customer.call('GET', `/sample/device/${meter}/bill?month=${monthAt(earlier.from, zone)}`)).body
    .data;
  expect(cost).toEqual({ amount: bill.total, currency: 'AED' });
  expect(budget).toEqual({ amount: 80, used: amount });
  // Slabs and budget of a part of the month are parts of those of the month.
  const half = await row({ from: earlier.from, to: earlier.from + (earlier.to - earlier.from) / 2 });
  expect(half.budget?.amount).toBeCloseTo(40);
  // For the current month so far they equal those of the whole month; for a part of it they do not.
  const running = monthSpan(monthAt(now, zone), zone);
  const budgetSince = async (start: number) => (await row({ from: start, to: Date.now() + hour })).budget?.amount;
  expect(await budgetSince(from)).toBeCloseTo(80);
  expect(await budgetSince(from + 1)).toBeCloseTo((80 * (Date.now() - from)) / (running.to - from), 1);
  // Each slab and the VAT are rounded.
  expect(Math.abs((half.cost?.amount ?? 0) - (25 + (half.amount - 25) * 3) * 105)).toBeLessThan(1.5);
});

test('the ranking takes the same statements for any number of sites', async () => {
  const ranking = (more: string) =>
    customer.call(
      'GET',
      `/sample/analysis/consumption?utility=water&from=${at(earlier.from)}&to=${at(earlier.to)}${more}`,
    );
  const one = await countStatements(app, () => ranking('&limit=1'));
  expect(await countStatements(app, () => ranking('&limit=50'))).toBe(one);
});
