import { afterAll, beforeAll, expect } from 'vitest';
import { makeSegments } from '#core/tracking/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';
import { rulesChecked } from './test-alarms.ts';
import { eventually, type TestDevice, testDevice } from './test-device.ts';

export let app: Rasid;
export let customer: TestPerson;
export let other: TestPerson;
export let tracker: TestDevice;
let second = 0;
let start: number;
const yard = { lat: 25.1, lng: 55.2 };

/** Starts the product on a separate database, with a device that reports positions. */
export function withTracker(): void {
  beforeAll(async () => {
    app = await rasid({ start: true });
    // Near the present: a position older than three intervals does not count.
    start = Date.now() - 200_000;
    [customer, other] = [await app.signIn('customer@rasid.test'), await app.signIn('other@rasid.test')];
    const company = (await customer.call('GET', '/session')).body.data.company.id;
    const changed = await app.kit.pool.query(
      `UPDATE device SET hardware_id = 90201, solution_id = 902 WHERE id = (
         SELECT min(id) FROM device WHERE company_id = $1 AND app = 'sample' AND state = 'installed' AND has_token AND solution_id = 901) RETURNING id`,
      [company],
    );
    tracker = await testDevice(app, customer, `id=${changed.rows[0].id}`);
  });
  afterAll(async () => {
    await tracker.end();
    await app.close();
  });
}

export const circle = (metres = 0, radius = 100) => ({
  kind: 'circle',
  center: { lat: yard.lat + metres / 111_195, lng: yard.lng },
  radius,
});

/** Adds a geofence and returns its id. */
export const fence = async (name: string, shape = circle(), person = customer, more: object = {}): Promise<number> =>
  (await person.call('POST', '/geofence', { body: { name, description: '', shape, ...more } })).body.data.id;

/** Sends a position this many metres north of the yard, twelve seconds after the one before. */
export async function goTo(metres: number, speed?: number, accuracy = 5): Promise<void> {
  second += 12;
  const ts = start + second * 1000;
  await tracker.publish({ ts, position: { ...yard, lat: yard.lat + metres / 111_195, accuracy, speed } });
}

type TrackerAlarm = { kind: string; condition: string; limit: object; startedAt: string };
/** The alarms of the tracker, the newest first. */
export const alarms = async (): Promise<TrackerAlarm[]> =>
  (await customer.call('GET', `/sample/alarm/operational?deviceId=${tracker.id}&sort[id]=desc`)).body.data;
export const active = async () =>
  (await alarms()).filter(({ condition }) => condition === 'active').map(({ kind }) => kind.split('-')[0]);
export const untilActive = (kinds: string[]) => eventually(active, (now) => now.join() === kinds.join());

export const trackerRule = (kind: string, condition: object, trigger: object = { type: 'simple' }) => ({
  name: kind,
  kind: 'custom',
  names: { en: kind, ar: kind },
  titles: null,
  solutionId: null,
  structureId: null,
  deviceId: tracker.id,
  levels: [{ severity: 'poor', condition, trigger }],
  clear: { forSeconds: 0 },
  scheduleId: null,
  schedule: null,
  actions: [],
  message: null,
  guidance: null,
  enabled: true,
});

/** Adds a rule of the tracker, and resolves when the workers have read it. */
export async function addRule(kind: string, condition: object, trigger?: object): Promise<number> {
  const { status, body } = await customer.call('POST', '/sample/rule', { body: trackerRule(kind, condition, trigger) });
  expect([status, body.errors]).toEqual([201, undefined]);
  await rulesChecked(app);
  return body.data.id;
}
export const removeRule = (id: number) => customer.call('DELETE', `/sample/rule/${id}`);

/** Makes the workers forget the tracker, as after a restart: they read its state again with its next message. */
export function forgetTracker(): void {
  app.kit.signals.send('tracks.reset', { ids: [tracker.id] });
  app.kit.signals.send('rule-state.reset', { ids: [tracker.id] });
}

/** The alarms that a rule would have raised on the track since the product was started. */
export async function replayed(condition: object): Promise<{ from: string; to: string }[]> {
  const body = {
    deviceId: tracker.id,
    levels: [{ severity: 'poor', condition, trigger: { type: 'simple' } }],
    from: new Date(start).toISOString(),
    to: new Date(start + (second + 1) * 1000).toISOString(),
  };
  const tested = await customer.call('POST', '/sample/rule/test', { body });
  expect([tested.status, tested.body.errors]).toEqual([200, undefined]);
  return tested.body.data.alarms;
}

/** Makes the segments of all tracks. The product may be making some itself, so this waits until no track is due. */
export async function makeAllSegments({ kit }: Pick<Rasid, 'kit'>): Promise<void> {
  await makeSegments(kit);
  await eventually(
    () => kit.pool.query('SELECT FROM track_due'),
    ({ rowCount }) => rowCount === 0,
  );
}
