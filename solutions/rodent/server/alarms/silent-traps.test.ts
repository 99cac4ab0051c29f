import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import { brightenSites } from './silent-traps.ts';

let traps: TestTraps;
beforeAll(async () => {
  traps = await TestTraps.begin();
});
afterAll(() => traps.app.close());

const query = async (text: string, values: unknown[]) => (await traps.app.kit.pool.query(text, values)).rows;
/** Traps of a site that have been heard now. */
async function heard(zones: readonly string[]): Promise<TestTrap[]> {
  const site = await traps.site();
  const all: TestTrap[] = [];
  for (const zone of zones) all.push(await traps.add({ zone }, site));
  await query(
    `WITH heard AS (UPDATE device SET connection = 'sleeping' WHERE id = ANY ($1) RETURNING id)
     INSERT INTO device_state (device_id, last_message_at, silent_until, online) SELECT id, now(), now() + interval '18 hours', true FROM heard`,
    [all.map(({ id }) => id)],
  );
  return all;
}
/** Lets hours pass in which these traps do not report. */
async function pass(hours: number, all: readonly TestTrap[]): Promise<void> {
  await query(
    "UPDATE device_state SET last_message_at = last_message_at - $2 * interval '1 hour', silent_until = silent_until - $2 * interval '1 hour' WHERE device_id = ANY ($1)",
    [all.map(({ id }) => id), hours],
  );
  await eventually(
    () =>
      query('SELECT FROM device_state WHERE device_id = ANY ($1) AND online AND silent_until <= now()', [
        all.map(({ id }) => id),
      ]),
    (late) => late.length === 0,
  );
}
/** The open status alarms at a site. */
async function open(all: readonly TestTrap[]): Promise<string[]> {
  const { data } = (await traps.call('GET', `/alarm/status?structureId=${all[0]?.site}&limit=100&sort[lastAt]=asc`))
    .body;
  return data
    .map(({ kind, severity, condition }: Record<string, string>) => `${kind} ${severity} ${condition}`)
    .toSorted();
}
const becomes = (all: readonly TestTrap[], alarms: readonly string[]) =>
  vi.waitFor(async () => expect(await open(all)).toEqual(alarms), 10_000);
const needs = async (all: readonly TestTrap[]): Promise<string[][]> =>
  (await traps.call('GET', `/trap?structureId=${all[0]?.site}&limit=100`)).body.data.map(
    (row: { needs: string[] }) => row.needs,
  );

test('a trap that misses three reports is silent: it needs a hand and has an alarm, a problem among food, until it is heard', async () => {
  const all = await heard(['interior-food', 'exterior', 'interior', 'interior', 'interior', 'interior', 'interior']);
  const two = all.slice(0, 2);
  const reporting = all[6] as TestTrap;
  await traps.values(reporting, Date.now(), { battery: 80 });
  const silence =
    "SELECT silent_until - last_message_at BETWEEN $2::interval AND $2::interval + interval '1 minute' AS is_so FROM device_state WHERE device_id = $1";
  expect(await query(silence, [reporting.id, '18 hours'])).toEqual([{ is_so: true }]);
  await pass(17.9, two);
  expect(await open(all)).toEqual([]);
  await pass(0.2, two);
  expect(await open(all)).toEqual(['offline poor active', 'offline problem active']);
  expect((await needs(all)).filter((one) => one.includes('silent'))).toHaveLength(2);
  for (const trap of two) await traps.values(trap, Date.now(), { battery: 80 });
  await becomes(all, []);
});

test('traps of a site that fall silent one after another within hours, as behind a dark gateway, are one alarm', async () => {
  const all = await heard(Array.from({ length: 10 }, () => 'exterior'));
  await pass(18.1, all.slice(0, 1));
  await pass(18.1, all.slice(1, 2));
  expect(await open(all)).toEqual(['offline poor active', 'offline poor active']);
  await pass(18.1, all.slice(2, 3));
  expect(await open(all)).toHaveLength(3);
  await pass(18.1, all.slice(3, 5));
  expect(await open(all)).toEqual(['site-silent poor active']);
  await pass(18.1, all.slice(5));
  expect(await open(all)).toEqual(['site-silent poor active']);
  const [alarm] = (await traps.call('GET', `/alarm/status?structureId=${all[0]?.site}`)).body.data;
  expect(alarm).toMatchObject({ count: 10, device: null });
  // Nine report again; the one that stays silent has an alarm of its own.
  for (const trap of all.slice(1)) await traps.values(trap, Date.now(), { battery: 80 });
  await becomes(all, ['offline poor active']);
});

test('traps that fell silent on other days keep their alarms, and one silent trap among food makes a dark site a problem', async () => {
  const all = await heard(['interior-food', ...Array.from({ length: 5 }, () => 'interior')]);
  await pass(18.1, all.slice(1, 3));
  await query("UPDATE device_log SET at = at - interval '7 hours' WHERE kind = 'offline' AND device_id = ANY ($1)", [
    all.map(({ id }) => id),
  ]);
  await pass(18.1, all.slice(3, 5));
  expect(await open(all)).toEqual(Array.from({ length: 4 }, () => 'offline poor active'));
  await pass(18.1, all.slice(0, 1));
  expect(await open(all)).toEqual(['offline poor active', 'offline poor active', 'site-silent problem active']);
  // Taken away, they are no longer waited for.
  await query("UPDATE device SET structure_id = NULL, state = 'inventory' WHERE id = ANY ($1)", [
    all.slice(0, 5).map(({ id }) => id),
  ]);
  await brightenSites(traps.app.kit);
  expect(await open(all)).not.toContain('site-silent problem active');
});
