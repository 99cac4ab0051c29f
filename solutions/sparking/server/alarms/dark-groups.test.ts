import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Reporter, TestParking } from '#main/testing/parking/test-parking.ts';
import { dueDone, eventually } from '#main/testing/test-device.ts';
import { dueTallies } from '../counters/due-tallies.ts';
import { dueAlone } from './silent-sensors.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
  const { rows } = await parking.app.kit.pool.query(
    "UPDATE users SET role = 'Admin' WHERE email IN ('customer@rasid.test', 'operator@rasid.test') RETURNING id",
  );
  const people = rows.map(({ id }) => id);
  const made = await parking.call('POST', '/notifications-group', {
    ...{ name: 'Control room', resources: ['*'], users: people },
    notifications: { status: { email: ['offline', 'group-dark'] } },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
});
afterAll(() => parking.app.close());

const query = async (text: string, values: unknown[] = []) => (await parking.app.kit.pool.query(text, values)).rows;
/** The hour is over in which the alarms of silent sensors wait for those of others. */
async function hourPasses(): Promise<void> {
  await query('UPDATE sparking_silent_sensor SET alone_at = now() WHERE alone_at IS NOT NULL');
  await dueDone(parking.app, [dueAlone]);
}
const tallied = () => dueDone(parking.app, [dueTallies]);

const idsOf = (sensors: readonly Reporter[]): number[] => sensors.map(({ id }) => id);

/** A group with a sensor in each of its bays, which are all online. */
async function watched(bays: number) {
  const location = await parking.location();
  const group = await parking.group(location, bays);
  const sensors: Reporter[] = [];
  for (const bay of await parking.baysOf(group)) sensors.push(await parking.sensor(bay));
  await query(
    `WITH heard AS (UPDATE device SET connection = 'online' WHERE id = ANY ($1) RETURNING id)
     INSERT INTO device_state (device_id, last_message_at, silent_until, online) SELECT id, now(), now() + interval '1 day', true FROM heard`,
    [idsOf(sensors)],
  );
  return { location, group, sensors };
}

/** The time in which these sensors should have reported passes for all of them at once. */
async function fallSilent(sensors: readonly Reporter[]): Promise<void> {
  await query('UPDATE device_state SET silent_until = now() WHERE device_id = ANY ($1)', [idsOf(sensors)]);
  await eventually(
    () => query(`SELECT FROM device WHERE id = ANY ($1) AND connection <> 'offline'`, [idsOf(sensors)]),
    (online) => online.length === 0,
  );
}

const report = async (sensors: readonly Reporter[]) => {
  for (const sensor of sensors) await parking.occupied(sensor, Date.now(), false);
  await tallied();
};

/** The open alarms about the group and its sensors by kind, and those that another one stands for. */
async function alarmsOf({ group, sensors }: { group: number; sensors: readonly Reporter[] }) {
  const rows: { kind: string; open: boolean; reason: string | null }[] = await query(
    `SELECT a.kind, a.closed_at IS NULL AS open,
            (SELECT e.data ->> 'reason' FROM alarm_event e WHERE e.alarm_id = a.id AND e.action = 'terminated') AS reason
       FROM alarm a WHERE a.device_id = ANY ($1) OR (a.subject_type = 'parking-group' AND a.subject_id = $2)`,
    [idsOf(sensors), group],
  );
  const open = (kind: string) => rows.filter((row) => row.kind === kind && row.open).length;
  return {
    ...{ offline: open('offline'), dark: open('group-dark') },
    folded: rows.filter(({ reason }) => reason === 'folded').length,
  };
}

let before = 0;
beforeEach(async () => {
  before = (await mails()).length;
});
const mails = (): Promise<{ recipient: string; subject: string }[]> =>
  query('SELECT recipient, subject FROM mail_outbox ORDER BY id');
/** What has been sent in this test once everything has been decided. */
async function sent() {
  await eventually(
    async () => (await query("SELECT count(*)::integer AS n FROM alarm_notification WHERE state = 'queued'"))[0].n,
    (n) => n === 0,
  );
  return (await mails()).slice(before);
}

test('more than 30 % of a group that fall silent within an hour are one alarm and one mail for each person', async () => {
  const place = await watched(10);
  await fallSilent(place.sensors.slice(0, 4));
  expect(await alarmsOf(place)).toEqual({ offline: 0, dark: 1, folded: 0 });
  const all = await sent();
  expect(all.map(({ recipient }) => recipient).sort()).toEqual(['customer@rasid.test', 'operator@rasid.test']);
  await fallSilent(place.sensors.slice(4));
  expect(await alarmsOf(place)).toEqual({ offline: 0, dark: 1, folded: 0 });
  expect(await sent()).toHaveLength(2);
});

test('sensors that fall silent one after the other are one alarm and one mail for each person as well', async () => {
  const place = await watched(10);
  for (const sensor of place.sensors.slice(0, 3)) await fallSilent([sensor]);
  expect(await alarmsOf(place)).toEqual({ offline: 0, dark: 0, folded: 0 });
  expect(await sent()).toEqual([]);
  await fallSilent(place.sensors.slice(3, 4));
  expect(await alarmsOf(place)).toEqual({ offline: 0, dark: 1, folded: 0 });
  expect((await sent()).map(({ recipient }) => recipient).sort()).toEqual([
    'customer@rasid.test',
    'operator@rasid.test',
  ]);
  await hourPasses();
  expect(await alarmsOf(place)).toEqual({ offline: 0, dark: 1, folded: 0 });
});

test('a sensor that reports within the hour has had no alarm', async () => {
  const place = await watched(4);
  await fallSilent(place.sensors.slice(0, 1));
  await report(place.sensors.slice(0, 1));
  await hourPasses();
  expect(await alarmsOf(place)).toEqual({ offline: 0, dark: 0, folded: 0 });
});

test('30 % of a group have an alarm each, which end once the group has one for all of them', async () => {
  const place = await watched(10);
  await fallSilent(place.sensors.slice(0, 3));
  await hourPasses();
  expect(await alarmsOf(place)).toEqual({ offline: 3, dark: 0, folded: 0 });
  await fallSilent(place.sensors.slice(3, 4));
  expect(await alarmsOf(place)).toEqual({ offline: 0, dark: 1, folded: 3 });
});

test('sensors that fell silent more than an hour ago keep their alarms and do not count', async () => {
  const place = await watched(10);
  await fallSilent(place.sensors.slice(0, 3));
  await hourPasses();
  const [first] = place.sensors;
  await query("UPDATE sparking_silent_sensor SET silent_at = now() - interval '61 minutes' WHERE id = $1", [first?.id]);
  await fallSilent(place.sensors.slice(3, 4));
  await hourPasses();
  expect(await alarmsOf(place)).toEqual({ offline: 4, dark: 0, folded: 0 });
  await fallSilent(place.sensors.slice(4, 5));
  expect(await alarmsOf(place)).toEqual({ offline: 1, dark: 1, folded: 3 });
});

test('a group is bright again below 15 %, and sensors that stay silent get their own alarm then', async () => {
  const place = await watched(10);
  await fallSilent(place.sensors);
  await report(place.sensors.slice(0, 8));
  expect(await alarmsOf(place)).toEqual({ offline: 0, dark: 1, folded: 0 });
  await report(place.sensors.slice(8, 9));
  expect(await alarmsOf(place)).toEqual({ offline: 1, dark: 0, folded: 0 });
  await report(place.sensors.slice(9));
  expect(await alarmsOf(place)).toEqual({ offline: 0, dark: 0, folded: 0 });
});

test('a sensor that leaves a dark group while it is silent gets its own alarm', async () => {
  const place = await watched(4);
  await fallSilent(place.sensors);
  const [first] = place.sensors;
  const moved = await parking.call('PATCH', '/device/bulk', { items: [{ id: first?.id, space: null }] });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  await tallied();
  expect(await alarmsOf(place)).toEqual({ offline: 1, dark: 1, folded: 0 });
});

test('a group that is removed has no alarm any more, and its sensors have their own', async () => {
  const place = await watched(4);
  const other = await parking.group(place.location, 10);
  await fallSilent(place.sensors);
  const removed = await parking.call('DELETE', `/group/${place.group}?moveTo=${other}`);
  expect(removed.status, JSON.stringify(removed.body)).toBe(204);
  await tallied();
  expect(await alarmsOf(place)).toEqual({ offline: 4, dark: 0, folded: 0 });
});

test('one sensor alone is never a dark group', async () => {
  const place = await watched(1);
  await fallSilent(place.sensors);
  expect(await alarmsOf(place)).toEqual({ offline: 1, dark: 0, folded: 0 });
});
