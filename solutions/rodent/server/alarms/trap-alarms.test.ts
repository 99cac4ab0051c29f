import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dueDone } from '#main/testing/test-device.ts';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import { emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import { line } from '../visits/visits.fixture.ts';
import { dueBaiting } from './baiting.ts';

let traps: TestTraps;
beforeAll(async () => {
  traps = await TestTraps.begin();
});
afterAll(() => traps.app.close());

const [minute, day] = [60_000, 86_400_000];
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const hit = (minutes: number, data: object) => ({
  ts: Date.now() - minutes * minute,
  kind: 'hit',
  data: { type: 'activation', ...data },
});
/** The alarms of a kind of a trap once so many hours have passed. */
async function after(trap: TestTrap, hours: number, kind: string): Promise<string[]> {
  await traps.app.kit.pool.query(
    `UPDATE rodent_hit SET at = at - $2 * interval '1 hour', until_at = until_at - $2 * interval '1 hour', due_at = due_at - $2 * interval '1 hour' WHERE device_id = $1`,
    [trap.id, hours],
  );
  return (await traps.alarms(trap))
    .filter((alarm) => alarm.kind === kind)
    .map(({ severity, condition }) => `${severity} ${condition}`);
}
const live = { kind: 'multi-catch', capacity: 5, liveCatch: true };
async function visit(trap: TestTrap): Promise<number> {
  const plan = { structureId: trap.site, kind: 'alarm', plannedAt: ago(0), technicianId: null, note: null };
  return (await traps.call('POST', '/visit', plan)).body.data.id;
}
const check = async (trap: TestTrap) =>
  traps.call('POST', `/visit/${await visit(trap)}/line`, { lines: [line(trap.id, { at: ago(minute) })] });

test('an animal that lives waits for nobody longer than the policy of its site says, until somebody looks at the trap', async () => {
  const trap = await traps.add(live);
  await traps.events(trap, hit(10, { body: true }));
  expect(await after(trap, 0, 'catch-waiting')).toEqual([]);
  expect(await after(trap, 11, 'catch-waiting')).toEqual([]);
  expect(await after(trap, 1, 'catch-waiting')).toEqual(['problem active']);
  await check(trap);
  expect(await after(trap, 0, 'catch-waiting')).toEqual(['problem cleared']);
});

test('nothing waits in a trap at which somebody was in time, by a visit or the magnet, nor in one that kills', async () => {
  const [checked, served, killing] = [await traps.add(live), await traps.add(live), await traps.add({ kind: 'snap' })];
  for (const trap of [checked, served, killing]) {
    await traps.events(trap, hit(10, { body: true }));
    await after(trap, 0, 'catch-waiting');
  }
  await check(checked);
  await traps.events(served, { ts: Date.now(), kind: 'service', data: {} });
  for (const trap of [checked, served, killing]) expect(await after(trap, 13, 'catch-waiting')).toEqual([]);
});

test('a catch that only a person has found waits as well', async () => {
  const trap = await traps.add(live);
  await traps.events(trap, hit(10, {}));
  await traps.wait(trap);
  expect(await after(trap, 13, 'catch-waiting')).toEqual([]);
  const [found] = await traps.hits(trap);
  await traps.call('POST', `/hit/${found?.id}/verdict`, { verdict: 'catch', count: 1 });
  expect(await after(trap, 0, 'catch-waiting')).toEqual(['problem active']);
});

const baiting = async (trap: TestTrap) => {
  await dueDone(traps.app, [dueBaiting]);
  return after(trap, 0, 'permanent-baiting');
};

test('the 36th day of toxic bait at a trap raises an alarm until it is taken away, in whatever order it was recorded', async () => {
  const trap = await traps.add();
  const {
    stated: _,
    id: __,
    site: ___,
    zone: ____,
    ...usual
  } = (await traps.call('GET', `/policy/${trap.site}`)).body.data;
  const allow = (more: object) => traps.call('PUT', `/policy/${trap.site}`, { ...usual, poisonFree: false, ...more });
  await allow({ baitingDays: 35 });
  const id = await visit(trap);
  const bait = { deviceId: trap.id, product: 'Block', registration: 'AE-77', batch: 'B1', unit: 'g', toxic: true };
  const put = (days: number, amount = 20) =>
    traps.call('POST', `/visit/${id}/material`, {
      ...{ clientId: randomUUID(), at: ago(days * day), amount },
      ...bait,
    });
  expect((await put(34)).status).toBe(200);
  await put(10);
  expect(await baiting(trap)).toEqual([]);
  // It was there before it was taken away.
  await put(60);
  await put(50, 0);
  expect(await baiting(trap)).toEqual([]);
  // A phone that was without a network sends it late.
  await put(35);
  expect(await baiting(trap)).toEqual(['poor active']);
  await put(0, 0);
  expect(await baiting(trap)).toEqual(['poor cleared']);
});

test('another limit applies to the bait that is there, and without one it may stay', async () => {
  const trap = await traps.add();
  const {
    stated: _,
    id: __,
    site: ___,
    zone: ____,
    ...usual
  } = (await traps.call('GET', `/policy/${trap.site}`)).body.data;
  const allow = (baitingDays: number | null) =>
    traps.call('PUT', `/policy/${trap.site}`, { ...usual, poisonFree: false, baitingDays });
  await allow(null);
  const id = await visit(trap);
  const bait = { deviceId: trap.id, product: 'Block', registration: 'AE-77', batch: 'B1', unit: 'g', toxic: true };
  await traps.call('POST', `/visit/${id}/material`, { clientId: randomUUID(), at: ago(40 * day), amount: 20, ...bait });
  expect(await baiting(trap)).toEqual([]);
  await allow(35);
  expect(await baiting(trap)).toEqual(['poor active']);
});

test('a silent trap among food is a problem, others are poor', async () => {
  const [food, outside] = [await traps.add({ zone: 'interior-food' }), await traps.add({ zone: 'exterior' })];
  const devices = [food, outside].map(({ id }) => ({ id, companyId: traps.company, solutionId: 28 }));
  await emittingAsSystem(traps.app.kit, traps.app.kit.db, (context) => emit(context, 'device.offline', { devices }));
  const silent = async ({ id }: TestTrap) =>
    (await traps.call('GET', `/alarm/status?deviceId=${id}`)).body.data.map(
      ({ kind, severity }: { kind: string; severity: string }) => `${kind} ${severity}`,
    );
  expect([await silent(food), await silent(outside)]).toEqual([['offline problem'], ['offline poor']]);
});
