import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { minute, TestParking } from '#main/testing/parking/test-parking.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { documentedMessages, startReceiver, type TestReceiver } from '#main/testing/test-receiver.ts';
import { countStatements } from '#main/testing.ts';
import { webhookEvents } from '../../common/webhook-events.ts';
import { dueFlapping } from '../alarms/wavering.ts';
import { dueTallies } from '../counters/due-tallies.ts';

let parking: TestParking;
let receiver: TestReceiver;
let documented: Awaited<ReturnType<typeof documentedMessages>>;
beforeAll(async () => {
  parking = await TestParking.begin();
  documented = await documentedMessages(parking.app);
  receiver = await startReceiver();
  const groups = '/notifications-group';
  const body = { name: 'Signs', resources: ['*'], events: Object.keys(webhookEvents) };
  const { id } = (await parking.call('POST', groups, body)).body.data;
  await parking.call('PUT', `${groups}/${id}/webhook`, { url: receiver.url, enabled: true });
});
afterAll(async () => {
  await parking.app.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
});

type Message = { type: keyof typeof webhookEvents; data: Record<string, unknown> };
/** What is queued for the webhook about a car park, in the order in which it happened. It is as it is documented. */
async function queuedAbout(locationId: number): Promise<Message[]> {
  const { rows } = await parking.app.kit.pool.query<{ body: string }>(
    `SELECT body FROM notification_group_webhook_delivery WHERE (body::jsonb #>> '{data,site,id}')::integer = $1 ORDER BY created_at`,
    [locationId],
  );
  const messages = rows.map(({ body }) => JSON.parse(body));
  expect(messages.flatMap(documented.faultsOf)).toEqual([]);
  return messages;
}
const ofType = async (locationId: number, type: Message['type']) =>
  (await queuedAbout(locationId)).filter((one) => one.type === `sparking.${type}`).map(({ data }) => data);

test('a bay that changes and a stay that ends are reported once each, however often the message comes', async () => {
  const bay = await parking.bay();
  const sensor = await parking.sensor(bay);
  const now = Date.now();
  const slot = { id: bay.id, number: bay.number };
  await parking.occupied(sensor, now - 9 * minute, true);
  await parking.occupied(sensor, now - 9 * minute, true);
  await parking.occupied(sensor, now - 2 * minute, false);
  await parking.occupied(sensor, now - 2 * minute, false);
  const changes = await ofType(bay.locationId, 'slot.changed');
  expect(changes).toMatchObject([
    { slot, before: 'unknown', state: 'occupied', by: 'system' },
    { slot, before: 'occupied', state: 'free', by: 'system' },
  ]);
  const ended = await ofType(bay.locationId, 'stay.ended');
  expect(ended).toMatchObject([{ slot, from: new Date(now - 9 * minute).toISOString(), counted: true }]);
  // An older message that corrects the past does not end it again.
  await parking.occupied(sensor, now - 3 * minute, false);
  expect(await ofType(bay.locationId, 'stay.ended')).toHaveLength(1);
  expect(documented.types).toEqual(
    expect.arrayContaining(Object.keys(webhookEvents).map((name) => `sparking.${name}`)),
  );
  for (const data of changes) expect(webhookEvents['slot.changed'].data.safeParse(data).success).toBe(true);
  for (const data of ended) expect(webhookEvents['stay.ended'].data.safeParse(data).success).toBe(true);
});

test('what a person says of a bay carries the person, with a sensor in it and without', async () => {
  const [bare, watched] = [await parking.bay(), await parking.bay()];
  await parking.occupied(await parking.sensor(watched), Date.now() - minute, false);
  for (const { id } of [bare, watched])
    await parking.call('POST', `/slot/${id}/state`, { state: 'occupied', reason: 'Seen' });
  const by = { id: expect.any(Number), name: expect.any(String) };
  expect(await ofType(bare.locationId, 'slot.changed')).toMatchObject([{ state: 'occupied', by }]);
  expect(await ofType(watched.locationId, 'slot.changed')).toMatchObject([
    { state: 'free', by: 'system' },
    { state: 'occupied', quality: 'corrected', by },
  ]);
});

test('a sensor that moves to another bay or is retired changes what is known of both bays', async () => {
  const [left, entered] = [await parking.bay(), await parking.bay()];
  const sensor = await parking.sensor(left);
  await parking.occupied(sensor, Date.now() - minute, true);
  receiver.received.length = 0;
  const item = { id: sensor.id, structureId: entered.locationId, spaceId: entered.id };
  expect((await parking.call('PATCH', '/device/bulk', { items: [item] })).body.data).toMatchObject([{ ok: true }]);
  const by = { id: expect.any(Number), name: expect.any(String) };
  const last = async (locationId: number) => (await ofType(locationId, 'slot.changed')).at(-1);
  expect(await last(left.locationId)).toMatchObject({
    slot: { id: left.id },
    before: 'occupied',
    state: 'unknown',
    by,
  });
  expect(await last(entered.locationId)).toMatchObject({ before: 'unknown', state: 'occupied', by });
  expect((await parking.call('PUT', `/device/${sensor.id}/remove`, { to: 'removed' })).status).toBe(200);
  expect(await last(entered.locationId)).toMatchObject({ before: 'occupied', state: 'unknown', by });
  // Moving a sensor within its bay changes nothing.
  expect(await ofType(entered.locationId, 'slot.changed')).toHaveLength(2);
});

test('a bay that wavers is reported as unknown, and as what it is once it is quiet', async () => {
  const bay = await parking.bay();
  const sensor = await parking.sensor(bay);
  for (let n = 8; n > 0; n--) await parking.occupied(sensor, Date.now() - n * 20_000, n % 2 === 0);
  await parking.app.kit.pool.query('UPDATE sparking_slot_state SET flapping_until = now() WHERE id = $1', [bay.id]);
  await dueDone(parking.app, [dueFlapping]);
  const states = (await ofType(bay.locationId, 'slot.changed')).map(({ state }) => state);
  expect(states.slice(-2)).toEqual(['unknown', 'free']);
});

test('a group that fills is reported, and again when it has room', async () => {
  const location = await parking.location();
  const group = await parking.group(location, 1);
  const [bay] = await parking.baysOf(group);
  if (!bay) throw new Error('no bay was made');
  const sensor = await parking.sensor(bay);
  for (const occupied of [true, false]) {
    await parking.occupied(sensor, Date.now() - (occupied ? 2 : 1) * minute, occupied);
    await dueDone(parking.app, [dueTallies]);
  }
  expect(await ofType(location, 'group.filled')).toMatchObject([{ group: { id: group }, fill: 'full', free: 0 }]);
  expect(await ofType(location, 'group.freed')).toMatchObject([{ group: { id: group }, before: 'full', free: 1 }]);
});

test('a corrected count is reported with its cause, and with the person if it was one', async () => {
  const fields = { countMode: 'both', capacityDeclared: 100 };
  const { location, group, gate } = await parking.counted(fields, 2);
  await parking.feeds(group, { deviceId: gate.id });
  await parking.call('POST', `/group/${group}/count`, { value: 40, reason: 'Counted' });
  for (const bay of await parking.baysOf(group)) await parking.occupied(await parking.sensor(bay), Date.now(), true);
  await parking.app.kit.pool.query(
    `UPDATE sparking_count SET outside_since = now() - interval '15 minutes' WHERE id = $1`,
    [group],
  );
  await dueDone(parking.app, [dueTallies]);
  const corrected = await ofType(location, 'count.corrected');
  expect(corrected).toMatchObject([
    {
      group: { id: group },
      before: 0,
      after: 40,
      cause: 'operator',
      reason: 'Counted',
      by: { name: expect.any(String) },
    },
    { before: 40, after: 2, cause: 'slots', by: 'system' },
  ]);
});

test('telling of bays takes as many statements for one change as for many, and none while nobody wants to know', async () => {
  const location = await parking.location();
  const device = await parking.device(2303, location, null);
  const bays = await parking.baysOf(await parking.group(location, 8));
  for (const [n, bay] of bays.entries()) await parking.channel(device.id, `C${n}`, bay);
  const report = (some: number, ts: number, occupied: boolean) =>
    parking.send(
      device,
      bays.slice(0, some).map((_, n) => ({ channel: `C${n}`, ts, values: { occupied } })),
    );
  const cost = (some: number, ago: number, occupied: boolean) =>
    countStatements(parking.app, () => report(some, Date.now() - ago * minute, occupied));
  await report(8, Date.now() - 9 * minute, false);
  const one = await cost(1, 8, true);
  expect(await cost(8, 7, true)).toBeLessThanOrEqual(one);
  await parking.app.kit.pool.query("UPDATE notification_group SET events = '{}'");
  parking.app.kit.signals.send('webhook-events.changed', {});
  await report(8, Date.now() - 6 * minute, false);
  const silent = await cost(8, 5, true);
  // The locks, the states before and after, the queue for each event.
  expect(silent).toBeLessThan(one);
  expect((await ofType(location, 'slot.changed')).length).toBeGreaterThan(8);
});
