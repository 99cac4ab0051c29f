import { afterAll, beforeAll, expect, test } from 'vitest';
import { dueDone } from '#main/testing/test-device.ts';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import { dueHits } from './due-hits.ts';
import { clearQuiet } from './over-alarms.ts';

let traps: TestTraps;
beforeAll(async () => {
  traps = await TestTraps.begin();
});
afterAll(() => traps.app.close());

const minute = 60_000;
const hit = (minutes: number, data: object = {}) => ({
  ts: Date.now() - minutes * minute,
  kind: 'hit',
  data: { type: 'activation', ...data },
});
const kinds = async (trap: TestTrap) =>
  (await traps.alarms(trap)).map(({ kind, severity, condition }) => `${kind} ${severity} ${condition}`).sort();
/** Lets what has happened at a trap be so much longer ago. */
const age = async (trap: TestTrap, hours: number) => {
  await traps.app.kit.pool.query(
    `UPDATE rodent_hit SET at = at - $2 * interval '1 hour', until_at = until_at - $2 * interval '1 hour' WHERE device_id = $1`,
    [trap.id, hours],
  );
  await traps.app.kit.pool.query(
    `UPDATE alarm SET first_at = first_at - $2 * interval '1 hour', last_at = last_at - $2 * interval '1 hour'
      WHERE device_id = $1 OR id IN (SELECT alarm_id FROM alarm_device WHERE device_id = $1)`,
    [trap.id, hours],
  );
};

test('ten activities in a day at a monitor are much, until three days have passed with fewer than three', async () => {
  const monitor = await traps.add({ kind: 'monitor' });
  const activities = (first: number, count: number) =>
    traps.events(
      monitor,
      Array.from({ length: count }, (_, n) => hit(first - n, { type: 'activity' })),
    );
  await activities(300, 9);
  expect(await kinds(monitor)).toEqual([]);
  await activities(200, 1);
  expect(await kinds(monitor)).toEqual(['activity-high poor active']);
  await age(monitor, 71);
  await clearQuiet(traps.app.kit);
  expect(await kinds(monitor)).toEqual(['activity-high poor active']);
  await age(monitor, 5);
  await clearQuiet(traps.app.kit);
  expect(await kinds(monitor)).toEqual(['activity-high poor cleared']);
});

test('a trap that holds as many catches as it can is full until it is served', async () => {
  const trap = await traps.add({ kind: 'multi-catch', capacity: 2 });
  await traps.events(trap, hit(9));
  expect(await kinds(trap)).toEqual(['activation poor active']);
  await traps.events(trap, hit(6));
  expect(await kinds(trap)).toEqual(['activation poor active', 'trap-full problem active']);
  await traps.events(trap, { ts: Date.now(), kind: 'service', data: {} });
  expect(await kinds(trap)).toEqual(['activation poor active', 'trap-full problem cleared']);
});

test('catches at three traps of a site within two days are an infestation, until two weeks have passed without one', async () => {
  const site = await traps.site();
  const all = [await traps.add({}, site), await traps.add({}, site), await traps.add({}, site)];
  const [first] = all;
  if (!first) throw new Error('no trap was added');
  // Too far apart for a mass activation.
  for (const [n, trap] of all.entries()) await traps.events(trap, hit(9 - 2 * n, { body: true }));
  expect(await kinds(first)).toEqual(['catch poor active', 'infestation problem active']);
  await clearQuiet(traps.app.kit);
  expect(await kinds(first)).toEqual(['catch poor active', 'infestation problem active']);
  await traps.app.kit.pool.query(`UPDATE rodent_hit SET at = at - interval '15 days' WHERE structure_id = $1`, [site]);
  await age(first, 15 * 24);
  await clearQuiet(traps.app.kit);
  expect(await kinds(first)).toEqual(['catch poor active', 'infestation problem cleared']);
});

test('a trap that nobody sets again raises an alarm when the time for it is over, which becomes graver', async () => {
  const trap = await traps.add({ zone: 'interior-food' });
  await traps.events(trap, hit(3));
  expect(await kinds(trap)).toEqual(['activation problem active']);
  for (const severity of ['ok', 'poor']) {
    await traps.wait(trap);
    await dueDone(traps.app, [dueHits]);
    expect(await kinds(trap)).toEqual(['activation problem active', `not-rearmed ${severity} active`]);
  }
  await traps.events(trap, { ts: Date.now(), kind: 'rearm', data: {} });
  expect(await kinds(trap)).toEqual(['activation problem cleared', 'not-rearmed poor cleared']);
});
