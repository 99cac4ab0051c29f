import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOfSection, sectionRead } from '#main/testing/reports/section-read.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

const hour = 3_600_000;
const day = 24 * hour;
const dubai = 4 * hour;
/** Midnight in Dubai nine days ago. */
const midnight = Math.floor((Date.now() + dubai) / day) * day - dubai - 9 * day;
const at = (ms: number) => new Date(ms).toISOString();

let app: Rasid;
let customer: TestPerson;
let meters: { id: number; structure: { id: number } }[];
let volume: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const found = await customer.call('GET', '/sample/device?limit=100&hardwareId=90301&sort[id]=asc');
  meters = found.body.data.filter(({ token }: { token: string }) => token === 'active');
  volume = app.kit.apps.flatMap((one) => one.sensorTypes ?? []).find(({ key }) => key === 'volume')?.id ?? 0;
  // The second meter is silent on the second day.
  for (const [n, { id }] of meters.slice(0, 2).entries())
    for (let h = -25; h <= 72; h++)
      if (n === 0 || h < 24 || h >= 48)
        await app.kit.pool.query('INSERT INTO reading (device_id, sensor_id, time, value) VALUES ($1, $2, $3, $4)', [
          id,
          volume,
          at(midnight + h * hour),
          (n + 1) * (h + 100),
        ]);
});
afterAll(() => app.close());

const compare = (more: string, ids: readonly number[] = meters.slice(0, 2).map(({ id }) => id)) =>
  customer.call(
    'GET',
    `/sample/analysis/compare?quantity=volume&ids=${ids.join()}&from=${at(midnight)}&to=${at(midnight + 3 * day)}&${more}`,
  );

test('devices are compared in equal days of local time, and a day without readings is null', async () => {
  const { data } = (await compare('by=device&with=previous')).body;
  expect(data).toMatchObject({
    unit: 'm³',
    counter: true,
    step: 'day',
    buckets: [0, 1, 2].map((n) => at(midnight + n * day)),
  });
  expect(data.items[0]).toMatchObject({ devices: 1, values: [24, 24, 24], total: 72, mean: 24, before: 24 });
  const [first, silent, last] = data.items[1].values;
  expect([first, silent]).toEqual([48, null]);
  expect(data.items.map(({ days }: { days: object }) => days)).toEqual([
    { known: 3, of: 3 },
    { known: 2, of: 3 },
  ]);
  // Consumption during a silence belongs to the first reading after it.
  expect(last).toBe(96);
});

test('structures add up their devices and can be divided by their number', async () => {
  const structures = [...new Set(meters.slice(0, 2).map(({ structure }) => structure.id))];
  expect(structures).toHaveLength(2);
  const whole = (await compare('by=structure', structures)).body.data;
  const each = (await compare('by=structure&normalise=device', structures)).body.data;
  for (const [n, item] of whole.items.entries()) expect(each.items[n].total).toBeCloseTo(item.total / item.devices, 6);
});

test('structures are compared per square metre, and one without a gross area has no values', async () => {
  const structures = [...new Set(meters.slice(0, 2).map(({ structure }) => structure.id))];
  const [first, second] = structures;
  const { company } = (await customer.call('GET', `/sample/device/${meters[0]?.id}`)).body.data;
  for (const [id, grossArea] of [
    [first, 250],
    [second, null],
  ])
    await customer.call('PATCH', `/company/${company.id}/structure/${id}`, { body: { grossArea } });
  const whole = (await compare('by=structure&with=previous', structures)).body.data;
  const each = (await compare('by=structure&with=previous&normalise=area', structures)).body.data;
  expect([each.unit, each.items[0].grossArea]).toEqual(['m³/m²', 250]);
  expect(each.items[0].total).toBeCloseTo(whole.items[0].total / 250, 6);
  expect(each.items[0].before).toBeCloseTo(whole.items[0].before / 250, 6);
  expect(each.items[1]).toMatchObject({ grossArea: null, total: null, before: null });
  expect(each.items[1].values.every((value: number | null) => value === null)).toBe(true);
});

test('devices that measure another quantity, fewer than two and foreign ones are refused', async () => {
  const [tank] = (await customer.call('GET', '/sample/device?limit=1&solutionId=901')).body.data;
  const [one] = meters.map(({ id }) => id) as [number];
  expect((await compare('by=device', [one, tank.id])).body.errors).toEqual([{ param: 'ids', msg: 'differentUnits' }]);
  expect((await compare('by=device', [one])).body.errors).toEqual([{ param: 'ids', msg: 'twoToSix' }]);
  const other = await app.signIn('other@rasid.test');
  const [foreign] = (await other.call('GET', '/sample/device?limit=1')).body.data;
  expect((await compare('by=device', [one, foreign.id])).status).toBe(404);
  const [place] = (await other.call('GET', '/sample/structure/devices-info?limit=1')).body.data;
  expect((await compare('by=structure', [meters[0]?.structure.id ?? 0, place.id])).status).toBe(404);
});

test('a report has the consumption of sites that the ranking has, to the last digit', async () => {
  const period = { from: at(midnight), to: at(midnight + 3 * day) };
  const ranked = (
    await customer.call('GET', `/sample/analysis/consumption?limit=100&from=${period.from}&to=${period.to}`)
  ).body.data;
  const section = await sectionRead(app, customer, { app: 'sample', kind: 'consumption', period });
  expect(ranked.length).toBeGreaterThan(1);
  expect(rowsOfSection(section).map(({ site, utility, amount }) => [site, utility, amount])).toEqual(
    ranked.map(({ name, utility, amount }: { name: string; utility: string; amount: number }) => [
      name,
      utility,
      amount,
    ]),
  );
});
