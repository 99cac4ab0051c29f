import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { countStatements, type Rasid, rasid } from '#main/testing.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { doDue } from '#platform/server/due.ts';
import { inSystem, queryText } from '#platform/server/postgres/database.ts';
import { stateIntervals } from './api.ts';
import { applyReports } from './apply-reports.ts';
import { dueStates } from './due-states.ts';
import { type KeptState, keptStates } from './state-keys.ts';
import { type Report, StateMachine, unknownSince } from './state-machine.ts';

let app: Rasid;
/** Devices whose pump has states. */
let ids: number[];
let company: number;
let kept: KeptState;
const [switchModel, otherModel, pump, byHand] = [90201, 90101, 9005, 9004] as const;
const [second, hour] = [1000, 3_600_000];

beforeAll(async () => {
  app = await rasid();
  kept = keptStates(app.kit.apps)
    .get(switchModel)
    ?.find(({ sensorId }) => sensorId === pump) as KeptState;
  const { rows } = await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
     SELECT (SELECT min(company_id) FROM device), 'sample', 902, $1, 'Pump', 'C0000000' || lpad(n::text, 4, '0'), 'inventory'
       FROM generate_series(1, 41) n RETURNING id, company_id`,
    [switchModel],
  );
  ids = rows.map(({ id }) => id);
  company = rows[0].company_id;
});
afterAll(() => app.close());
beforeEach(() => forget());

async function forget(): Promise<void> {
  for (const table of ['reading', 'state_interval', 'state_current', 'state_correction'])
    await app.kit.pool.query(`DELETE FROM ${table} WHERE device_id = ANY ($1)`, [ids]);
}

/** Stores reports of each of the devices and brings their states up to date, as a batch or a correction does. */
const apply = (reports: readonly Report[], devices: readonly number[] = [first()]) =>
  emittingAsSystem(app.kit, app.kit.telemetry.db, async (context) => {
    const store = (text: string, wanted: readonly Report[], sensorId: number, ...more: number[]) =>
      queryText(context.tx, {
        text: `${text} FROM unnest($1::integer[]) d, unnest($3::float8[], $4::float8[]) n (t, v) ON CONFLICT DO NOTHING`,
        values: [devices, sensorId, wanted.map(({ at }) => at), wanted.map(({ value }) => value), ...more],
      });
    const said = reports.filter(({ by }) => by === 'person');
    const alive = reports.filter(({ by }) => by === 'heartbeat');
    const reading = 'INSERT INTO reading (device_id, sensor_id, time, value) SELECT d, $2, to_timestamp(t / 1000), v';
    await store(
      reading,
      reports.filter(({ by }) => by !== 'person'),
      pump,
    );
    await store(
      reading,
      alive.map((report) => ({ ...report, value: 1 })),
      byHand,
    );
    await store(
      `INSERT INTO state_correction (company_id, device_id, sensor_id, channel, time, value, reason, user_id)
       SELECT $5, d, $2, '', to_timestamp(t / 1000), v, 'Seen', 1`,
      said,
      pump,
      company,
    );
    const sorted = reports.toSorted((a, b) => a.at - b.at);
    await applyReports(
      context,
      devices.map((deviceId) => ({ deviceId, sensorId: pump, channel: '', kept, reports: sorted })),
    );
  });
const first = () => ids[0] as number;
const sensor = (at: number, value: number | null): Report => ({ at, value, by: 'sensor' });

type Shown = [from: number, to: number | null, value: number | null, quality: string];
async function shown(device = first()): Promise<Shown[]> {
  const of = { devices: [device], sensorId: pump, from: 0, to: Date.now() + hour };
  const found = await inSystem(app.kit.db, (tx) => stateIntervals(tx, of));
  return (found.get(device) ?? []).map(({ from, to, value, quality }) => [from, to, value, quality]);
}

/** What the reports in the order of time make until now. */
function replayed(reports: readonly Report[]): Shown[] {
  const sorted = reports.toSorted((a, b) => a.at - b.at);
  const machine = new StateMachine(unknownSince(sorted[0]?.at ?? 0), kept);
  for (const report of sorted) machine.report(report);
  machine.advance(Date.now());
  const { since, value, quality } = machine.current;
  return [
    ...machine.ended.map(({ from, to, value: was, quality: as }): Shown => [from, to, was, as]),
    [since, null, value, quality],
  ];
}

/** A state may change while it is read. */
const expectInOrder = async (reports: readonly Report[], device = first()) => {
  const read = async () => {
    await doDue(app.kit, [dueStates]);
    return [await shown(device), replayed(reports)];
  };
  const [found, expected] = await eventually(read, ([a, b]) => JSON.stringify(a) === JSON.stringify(b), 500).catch(
    read,
  );
  expect(found).toEqual(expected);
};

/** The distances between reports: around the times of confirmation and of silence, and far from them. */
const gaps = fc
  .constantFrom(1, 5, 29, 29.999, 30, 30.001, 60, 600, 3599.999, 3600, 3600.001, 9000)
  .map((seconds) => seconds * second);
const kinds = fc.constantFrom<Report['by']>('sensor', 'sensor', 'sensor', 'heartbeat', 'person');
const step = fc.record({ gap: gaps, value: fc.constantFrom(0, 1, 0, 1, null), by: kinds });
/** Reports that end about now, some of them by a clock that is ahead. */
const stream = fc
  .tuple(fc.array(step, { minLength: 2, maxLength: 25 }), fc.integer({ min: -90, max: 40 }))
  .map(([steps, last]) => {
    let at = Date.now() + last * second - steps.reduce((sum, { gap }) => sum + gap, 0);
    return steps.map(({ gap, value, by }): Report => {
      at += gap;
      return { at, value, by };
    });
  });
/** Most arrive in order, some late; each call has a few, and the worker looks between some of them. */
const arriving = stream.chain((all) =>
  fc.record({
    all: fc.constant(all),
    delays: fc.array(fc.constantFrom(0, 0, 0, 1, 3, 20), { minLength: all.length, maxLength: all.length }),
    sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: all.length, maxLength: all.length }),
    looks: fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }),
  }),
);

test('reports and corrections make the states of their order in time, however they arrive and whenever the worker looks', async () => {
  await fc.assert(
    fc.asyncProperty(arriving, async ({ all, delays, sizes, looks }) => {
      await forget();
      const order = all
        .map((report, i) => ({ report, turn: i + (delays[i] ?? 0) }))
        .toSorted((a, b) => a.turn - b.turn)
        .map(({ report }) => report);
      for (let n = 0, call = 0; n < order.length; n += sizes[call] ?? 1, call++) {
        await apply(order.slice(n, n + (sizes[call] ?? 1)));
        if (looks[call]) await doDue(app.kit, [dueStates]);
      }
      await expectInOrder(all);
    }),
    { numRuns: 150 },
  );
});

test('transactions of the same devices at once, with the worker between them, lose nothing and do not wait for each other in a circle', async () => {
  const devices = ids.slice(0, 5);
  const now = Date.now();
  const reports = Array.from({ length: 40 }, (_, n) => sensor(now - (40 - n) * 61 * second, (n >> 1) % 2));
  const lanes = [0, 1, 2, 3].map((lane) => reports.filter((_, n) => n % 4 === lane));
  await Promise.all([
    ...lanes.map(async (lane, n) => {
      for (const report of lane) await apply([report], n % 2 === 0 ? devices : devices.toReversed());
    }),
    ...Array.from({ length: 5 }, () => doDue(app.kit, [dueStates])),
  ]);
  for (const device of devices) await expectInOrder(reports, device);
});

test('one device and forty take the same statements, for reports in order as for late ones', async () => {
  const now = Date.now();
  const [few, many] = [ids.slice(0, 1), ids.slice(1, 41)];
  const statements = async (reports: readonly Report[]) => [
    await countStatements(app, () => apply(reports, few)),
    await countStatements(app, () => apply(reports, many)),
  ];
  const alternating = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => sensor(now - from + n * 100 * second, n % 2));
  for (const reports of [
    alternating(3 * hour, 2),
    alternating(2 * hour, 2),
    // Before all others, and between them.
    [sensor(now - 4 * hour, 1)],
    alternating(2.5 * hour, 6),
    [sensor(now - 2.5 * hour + 150 * second, 0)],
  ]) {
    const [one, forty] = await statements(reports);
    expect(forty).toBe(one);
  }
});

const currentOf = async (column: string) =>
  (await app.kit.pool.query(`SELECT ${column} AS it FROM state_current WHERE device_id = $1`, [first()])).rows[0].it;

test('a report of the same state leaves the indexed columns of its row', async () => {
  const now = Date.now();
  await apply([sensor(now - 500 * second, 1)]);
  await apply([sensor(now - 400 * second, 1)]);
  await doDue(app.kit, [dueStates]);
  const before = await currentOf('due_at');
  await apply([sensor(now - 300 * second, 1)]);
  expect(await currentOf('due_at')).toEqual(before);
  expect(Number(await currentOf('extract(epoch FROM last_at) * 1000'))).toBe(now - 300 * second);
});

test('a state that has lasted longer than readings are kept goes on when a late report comes', async () => {
  const now = Date.now();
  const steady = Array.from({ length: 20 }, (_, n) => sensor(now - (20 - n) * 1000 * second, 1));
  await apply(steady);
  await app.kit.pool.query('DELETE FROM reading WHERE device_id = $1 AND time < to_timestamp($2::float8 / 1000)', [
    first(),
    now - 10_500 * second,
  ]);
  const before = await shown();
  await apply([sensor(now - 5500 * second, 1)]);
  expect(await shown()).toEqual(before);
  await apply([sensor(now - 4500 * second, 0)]);
  expect((await shown()).slice(0, 2)).toEqual([
    [now - 20_000 * second, now - 4500 * second, 1, 'bounded'],
    [now - 4500 * second, now - 4000 * second, 0, 'measured'],
  ]);
});

test('an end that was known stays when its readings are gone and the sensor has been silent since', async () => {
  const now = Date.now();
  await apply([sensor(now - 20 * hour, 1), sensor(now - 19.5 * hour, 1)]);
  await doDue(app.kit, [dueStates]);
  await app.kit.pool.query('DELETE FROM reading WHERE device_id = $1', [first()]);
  await apply([sensor(now - 10 * hour, 0)]);
  expect((await shown()).slice(0, 2)).toEqual([
    [now - 20 * hour, now - 18.5 * hour, 1, 'bounded'],
    [now - 18.5 * hour, now - 10 * hour, null, 'measured'],
  ]);
});

test('a sensor whose states are not kept any more is known until its last report', async () => {
  const now = Date.now();
  await apply([sensor(now - 1000 * second, 1), sensor(now - 500 * second, 1)]);
  const become = (model: number) =>
    app.kit.pool.query('UPDATE device SET hardware_id = $2 WHERE id = $1', [first(), model]);
  await app.kit.pool.query('UPDATE state_current SET due_at = now() WHERE device_id = $1', [first()]);
  await become(otherModel);
  await doDue(app.kit, [dueStates]).finally(() => become(switchModel));
  expect(await shown()).toEqual([
    [now - 1000 * second, now - 500 * second, 1, 'bounded'],
    [now - 500 * second, null, null, 'measured'],
  ]);
  expect(await currentOf('due_at')).toBeNull();
});

test('a worker whose clock is behind that of the database does what this one has found', async () => {
  const now = Date.now();
  await apply([sensor(now - 200 * second, 0), sensor(now - 100 * second, 0), sensor(now - 31 * second, 1)]);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now - 20 * second);
  await doDue(app.kit, [dueStates]).finally(() => clock.mockRestore());
  expect((await shown()).at(-1)).toEqual([now - 31 * second, null, 1, 'measured']);
});
