import { afterAll, beforeAll, beforeEach } from 'vitest';
import { draftStatement } from '#core/metering/server/bills/statements.ts';
import { meteredDevices, meterOf } from '#core/metering/server/meters.ts';
import { inSystem, systemScope } from '#platform/server/postgres/database.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';

export const hour = 3_600_000;
export const day = 24 * hour;
/** The first of March in Dubai. */
export const march = Date.parse('2026-02-28T20:00:00Z');
export const april = march + 31 * day;
export const may = april + 30 * day;
export const june = may + 31 * day;

export let app: Rasid;
export let customer: TestPerson;
let volume: number;
export let meter: number;

/** Starts the product on a separate database, with one meter that has a tariff of two slabs and no readings. */
export function withBilledMeter(): void {
  beforeAll(async () => {
    app = await rasid();
    customer = await app.signIn('customer@rasid.test');
    const found = await customer.call('GET', '/sample/device?limit=100&hardwareId=90301&sort[id]=asc');
    meter = found.body.data.find(({ token }: { token: string }) => token === 'active').id;
    volume = app.kit.apps.flatMap((one) => one.sensorTypes ?? []).find(({ key }) => key === 'volume')?.id ?? 0;
    await app.kit.pool.query('DELETE FROM tariff');
    const terms = {
      mode: 'graduated',
      perMonth: true,
      slabs: [
        { upTo: 50, price: '1' },
        { upTo: null, price: '3' },
      ],
      surcharges: [],
      fixed: [],
      seweragePercent: null,
      vatPercent: 0,
      vatOn: [],
    };
    const names = {
      nameEn: 'Water',
      nameAr: 'ماء',
      utility: 'water',
      currency: 'AED',
      unit: 'm³',
      validFrom: '2020-01',
    };
    const tariff = await post('/tariff', { ...names, terms });
    await post(`/tariff/${tariff.body.data.id}/assign`, { level: 'device', refId: meter });
  });
  afterAll(() => app.close());
  beforeEach(reset);
}
export const reset = async () => {
  for (const table of ['meter_bill', 'meter', 'reading', 'device_latest'])
    await app.kit.pool.query(`DELETE FROM ${table}`);
};

type Point = readonly [at: number, value: number];
export const store = async (points: readonly Point[]) => {
  await app.kit.pool.query(
    `INSERT INTO reading (device_id, sensor_id, time, value) SELECT $1, $2, to_timestamp(t / 1000.0), v FROM unnest($3::float8[], $4::float8[]) n(t, v)
     ON CONFLICT DO NOTHING`,
    [meter, volume, points.map(([t]) => t), points.map(([, v]) => v)],
  );
  await app.kit.pool.query(
    `INSERT INTO device_latest (device_id, sensor_id, time, value) SELECT device_id, sensor_id, time, value FROM reading WHERE device_id = $1 ORDER BY time DESC LIMIT 1
     ON CONFLICT (device_id, sensor_id) DO UPDATE SET time = excluded.time, value = excluded.value`,
    [meter],
  );
};
export const hourly = (from: number, to: number, start: number, perHour: number): Point[] =>
  Array.from({ length: Math.round((to - from) / hour) + 1 }, (_, n) => [from + n * hour, start + n * perHour]);
export const post = (path: string, body: object) => customer.call('POST', `/sample${path}`, { body });
export const bill = async (month: string) =>
  (await customer.call('GET', `/sample/device/${meter}/bill?month=${month}`)).body.data;
/** The bill of a month as it would be drafted at an instant. */
export const draftedAt = (month: string, now: number) =>
  inSystem(app.kit.db, async (tx) => {
    const { companyId } = (await customer.call('GET', `/sample/device/${meter}`)).body.data;
    const manifest = app.kit.apps.find(({ id }) => id === 'sample');
    const device = manifest && (await meteredDevices(tx, manifest, { companyId })).find(({ id }) => id === meter);
    if (!device) throw new Error('no meter');
    const drafted = await draftStatement({
      tx,
      scope: systemScope,
      meter: await meterOf(tx, app.kit, manifest, device),
      month,
      now,
    });
    return drafted.statement;
  });
export const issue = (month: string) => post('/bill/issue', { deviceIds: [meter], month, reason: 'Checked' });
export const segments = async () =>
  (await customer.call('GET', `/sample/device/${meter}/meter`)).body.data.segments.toReversed();

type Statement = {
  kind: 'bill' | 'credit';
  month: string;
  consumption: { quantity: number };
  subtotal: number;
  lines: { kind: string; month: string | null; quantity: number }[];
};
export const documents = async (): Promise<Statement[]> =>
  (await app.kit.pool.query("SELECT statement FROM meter_bill WHERE state <> 'draft' ORDER BY id")).rows.map(
    ({ statement }) => statement,
  );
/** What all bills and credits charge together. */
export const charged = async () => {
  const all = await documents();
  const sum = (pick: (one: Statement) => number) => all.reduce((total, one) => total + pick(one), 0);
  const sign = ({ kind }: Statement) => (kind === 'credit' ? -1 : 1);
  return {
    quantity: sum((one) => {
      const corrections = one.lines.filter(({ kind }) => kind === 'correction');
      return sign(one) * corrections.reduce((total, line) => total + line.quantity, one.consumption.quantity);
    }),
    amount: sum(({ subtotal }) => subtotal),
  };
};
export const priceOf = (quantity: number) =>
  Math.round(100 * (Math.min(50, quantity) + 3 * Math.max(0, quantity - 50)));
