import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { severities } from '../../common/severity.ts';
import { inBatch } from './alarm-changes.ts';
import { type About, aboutKey } from './alarm-input.ts';
import { clearAlarms, endAlarms, lowerAlarms } from './clear.ts';
import { raiseAlarms } from './raise.ts';

let app: Rasid;
let companyId: number;
let devices: number[];
beforeAll(async () => {
  app = await rasid();
  const { rows } = await app.kit.pool.query<{ id: number; company_id: number }>(
    `SELECT d.id, d.company_id FROM device d JOIN users u ON u.company_id = d.company_id AND u.email = 'customer@rasid.test'
      WHERE d.app = 'sample' AND d.state = 'installed' ORDER BY d.id LIMIT 20`,
  );
  devices = rows.map(({ id }) => id);
  companyId = rows[0]?.company_id ?? 0;
  await app.kit.pool.query('DELETE FROM alarm');
});
afterAll(() => app.close());

type Severity = (typeof severities)[number];
const room = (id: number) => ({ companyId, app: 'rooms', subject: { type: 'room', id } });
const roomAlarm = (id: number, severity: Severity = 'poor') => ({
  ...room(id),
  kind: 'forced-door',
  severity,
  name: `Room ${id}`,
  structureId: null,
});
const deviceAlarm = (deviceId: number, severity: Severity = 'poor') => ({ deviceId, kind: 'leak', severity });
const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1000);
const inOneBatch = (work: (context: ReturnType<typeof inBatch>) => Promise<unknown>) =>
  inSystem(app.kit.db, (tx) => work(inBatch(app.kit, tx)));

test.each([
  ['rooms', () => range(1).map((id) => roomAlarm(id)), () => range(500).map((id) => roomAlarm(id))],
  ['devices', () => devices.slice(0, 1).map((id) => deviceAlarm(id)), () => devices.map((id) => deviceAlarm(id))],
  [
    'both',
    () => [roomAlarm(1)],
    () => [...range(50).map((id) => roomAlarm(id)), ...devices.map((id) => deviceAlarm(id))],
  ],
])('alarms about one or many %s are raised, lowered, cleared and ended in as many statements', async (_, one, many) => {
  const statementsFor = (alarms: ReturnType<typeof many>) =>
    countStatements(app, () =>
      inOneBatch(async (context) => {
        expect(await raiseAlarms(context, alarms)).toHaveLength(alarms.length);
        expect(
          await lowerAlarms(
            context,
            alarms.map((alarm) => ({ ...alarm, severity: 'ok' })),
          ),
        ).toHaveLength(alarms.length);
        expect(await clearAlarms(context, alarms)).toHaveLength(alarms.length);
        expect(await endAlarms(context, alarms, 'device-removed')).toHaveLength(alarms.length);
      }),
    );
  expect(await statementsFor(many())).toBe(await statementsFor(one()));
});

test('an alarm about a device whose app does not declare the kind is not raised; a subject must be declared', async () => {
  const [deviceId = 0] = devices;
  await inOneBatch(async (context) => {
    expect(await raiseAlarms(context, [{ ...deviceAlarm(deviceId), kind: 'forced-door' }])).toEqual([]);
    await expect(raiseAlarms(context, [{ ...roomAlarm(1), kind: 'leak' }])).rejects.toThrow(/declares no alarm/);
    const bay = { ...roomAlarm(1), subject: { type: 'bay', id: 1 } };
    await expect(raiseAlarms(context, [bay])).rejects.toThrow(/declares no alarm subject/);
  });
});

/** A small generator of pseudo-random numbers, so that a failed run can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Model = { severity: Severity; count: number; condition: string };

/** What the engine should have stored after each step. */
class ModelOfAlarms {
  readonly open = new Map<string, Model>();
  raise(key: string, severity: Severity): void {
    const before = this.open.get(key);
    const worse = before && severities.indexOf(before.severity) > severities.indexOf(severity);
    this.open.set(key, {
      severity: worse ? before.severity : severity,
      count: (before?.count ?? 0) + 1,
      condition: 'active',
    });
  }
  lower(key: string, severity: Severity): void {
    const before = this.open.get(key);
    if (before && severities.indexOf(severity) < severities.indexOf(before.severity)) before.severity = severity;
  }
  clear(key: string): void {
    const before = this.open.get(key);
    if (before) before.condition = 'cleared';
  }
}

const stored = async (): Promise<Map<string, Model>> => {
  const { rows } = await app.kit.pool.query<Model & { about: string }>(
    "SELECT about, severity, count, condition FROM alarm WHERE disposition = 'open' AND kind IN ('leak', 'forced-door')",
  );
  return new Map(rows.map(({ about, ...row }) => [about, row]));
};

const seed = Number(process.env.TEST_SEED ?? 1) || 1;
test(`any order of raising, lowering, clearing and ending, of devices and subjects in one batch, equals a model (seed ${seed})`, async () => {
  await app.kit.pool.query('DELETE FROM alarm');
  const below = randomFrom(seed);
  const model = new ModelOfAlarms();
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  /** Some of a few things, one perhaps twice. */
  const some = () =>
    Array.from({ length: 1 + below(4) }, () => {
      const severity = pick(severities);
      return below(2) === 0 ? roomAlarm(2000 + below(3), severity) : deviceAlarm(pick(devices.slice(0, 3)), severity);
    });
  const once = (alarms: ReturnType<typeof some>) => [...new Map(alarms.map((one) => [aboutKey(one), one])).values()];
  for (let step = 0; step < 60; step++) {
    const alarms = some();
    await inOneBatch(async (context) => {
      switch (below(4)) {
        case 0:
          await clearAlarms(context, alarms);
          for (const alarm of alarms) model.clear(aboutKey(alarm));
          break;
        case 1:
          await lowerAlarms(context, once(alarms));
          for (const alarm of once(alarms)) model.lower(aboutKey(alarm), alarm.severity);
          break;
        case 2: {
          const ended: About[] = below(4) === 0 ? alarms : [];
          await endAlarms(context, ended, 'device-removed');
          for (const about of ended) model.open.delete(aboutKey(about));
          break;
        }
        default:
          await raiseAlarms(context, alarms);
          for (const alarm of alarms) model.raise(aboutKey(alarm), alarm.severity);
      }
    });
    expect(await stored()).toEqual(model.open);
  }
  const { rows } = await app.kit.pool.query(
    "SELECT about FROM alarm WHERE disposition IN ('open', 'escalated') GROUP BY about, kind HAVING count(*) > 1",
  );
  expect(rows).toEqual([]);
});
