import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryOf } from '#core/telemetry/server/api.ts';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import { countStatements } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { hitsOfBatch } from './trap-batches.ts';

let traps: TestTraps;
beforeAll(async () => {
  traps = await TestTraps.begin();
});
afterAll(() => traps.app.close());

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
let sent = 0;
const event = (kind: string, ts: number, data: object = {}) => ({ id: `e${++sent}`, ts, kind, data });
const hit = (ts: number, data: object = {}) => event('hit', ts, { type: 'activation', ...data });
const shown = async (trap: TestTrap, start: number) =>
  (await traps.hits(trap))
    .toSorted((a, b) => (a.counterFrom ?? 0) - (b.counterFrom ?? 0) || a.at.localeCompare(b.at))
    .map(({ fromAt, at, counterFrom }) => [
      fromAt && (Date.parse(fromAt) - start) / minute,
      (Date.parse(at) - start) / minute,
      counterFrom,
    ]);
const kinds = async (...of: TestTrap[]) =>
  (await traps.alarms(...of)).map(({ kind, severity, condition }) => `${kind} ${severity} ${condition}`);

test('frames with the counters 42 and 45 and a heartbeat between them make the same hits in six orders, each sent by two gateways', async () => {
  const start = Date.now() - 50 * minute;
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    const trap = await traps.add();
    const messages = [
      () => traps.events(trap, hit(start, { counter: 42 })),
      () => traps.values(trap, start + 20 * minute, { hits: 42 }),
      () => traps.events(trap, hit(start + 40 * minute, { counter: 45 })),
    ];
    for (const n of order) {
      await messages[n]?.();
      await messages[n]?.();
    }
    expect(await shown(trap, start), order.join()).toEqual([
      [null, 0, 42],
      [20, 40, 43],
      [20, 40, 44],
      [null, 40, 45],
    ]);
  }
});

test('a late frame makes the hit exact that its counter had heard of, which keeps its verdict', async () => {
  const trap = await traps.add();
  const start = Date.now() - 8 * minute;
  await traps.events(trap, [hit(start, { counter: 1 }), hit(start + 4 * minute, { counter: 3 })]);
  const between = (await traps.hits(trap))[1];
  await traps.call('POST', `/hit/${between?.id}/verdict`, { verdict: 'false', cause: 'door' });
  await traps.events(trap, hit(start + 2 * minute, { counter: 2 }));
  expect((await traps.hits(trap))[1]).toMatchObject({
    id: between?.id,
    fromAt: null,
    verdict: 'false',
    presumed: false,
  });
  expect(await shown(trap, start)).toEqual([
    [null, 0, 1],
    [null, 2, 2],
    [null, 4, 3],
  ]);
});

test('a new battery sets the counter to 0 and 1: one hit, and none that never was', async () => {
  const trap = await traps.add();
  const start = Date.now() - 50 * minute;
  await traps.events(trap, hit(start, { counter: 44 }));
  await traps.values(trap, start + 10 * minute, { hits: 0 });
  await traps.events(trap, hit(start + 20 * minute, { counter: 1 }));
  expect(await shown(trap, start)).toEqual([
    [null, 20, 1],
    [null, 0, 44],
  ]);
});

test('a trap that only reports values makes a hit of each change to sprung, and a catch of what it holds', async () => {
  const trap = await traps.add();
  const start = Date.now() - 9 * minute;
  await traps.values(trap, start, { trapState: 'armed', hits: 7 });
  await traps.values(trap, start + minute, { trapState: 'sprung', hits: 8, bodyFound: true, temperature: 4 });
  await traps.values(trap, start + 2 * minute, { trapState: 'sprung', hits: 8 });
  expect(await traps.hits(trap)).toMatchObject([{ counterFrom: 8, verdict: 'catch', presumed: true, temperature: 4 }]);
  expect(await kinds(trap)).toEqual(['catch poor active']);
});

test('an electronic trap that sets itself again after 119 seconds raises nothing, and after 121 seconds an alarm', async () => {
  const [soon, late, snap] = [
    await traps.add({ kind: 'electronic' }),
    await traps.add({ kind: 'electronic' }),
    await traps.add({ kind: 'snap' }),
  ];
  const start = Date.now() - 5 * minute;
  const at = (trap: TestTrap, seconds: number) =>
    traps.events(trap, [hit(start), event('rearm', start + seconds * second)]);
  await at(soon, 119);
  await at(late, 121);
  await at(snap, 119);
  expect(await traps.hits(soon)).toMatchObject([{ verdict: 'false', presumed: true, selfRearmed: true }]);
  expect(await traps.hits(late)).toMatchObject([{ verdict: 'unverified', selfRearmed: false }]);
  expect(await kinds(soon)).toEqual([]);
  expect(await kinds(late)).toEqual(['activation poor cleared']);
  expect(await kinds(snap)).toEqual(['activation poor cleared']);
  const { data } = (await traps.call('GET', `/hit/${(await traps.hits(soon))[0]?.id}/verdict`)).body;
  expect(data).toMatchObject([{ verdict: 'false', cause: 'self', by: null, presumed: true }]);
});

test('no alarm of a hit is raised before its trap can no longer set itself again', async () => {
  const trap = await traps.add();
  await traps.events(trap, hit(Date.now() - 90 * second));
  expect(await kinds(trap)).toEqual([]);
  const other = await traps.add();
  await traps.events(other, hit(Date.now() - 121 * second));
  expect(await kinds(other)).toEqual(['activation poor active']);
});

test('hits within ten minutes of the magnet are service and raise nothing, and the next one does', async () => {
  const trap = await traps.add();
  const start = Date.now() - 14 * minute;
  await traps.events(trap, [event('service', start), hit(start + 9 * minute, { body: true })]);
  expect(await traps.hits(trap)).toMatchObject([{ verdict: 'service', service: true }]);
  expect(await kinds(trap)).toEqual([]);
  await traps.events(trap, hit(start + 11 * minute));
  expect(await kinds(trap)).toEqual(['activation poor active']);
});

test('a magnet that is heard late makes service of what was heard before it', async () => {
  const trap = await traps.add();
  const start = Date.now() - 4 * minute;
  await traps.events(trap, hit(start + minute));
  await traps.events(trap, event('service', start));
  expect(await traps.hits(trap)).toMatchObject([{ verdict: 'service' }]);
});

test('five traps of a site within a minute and the sixth a second later make one alarm and six hits', async () => {
  const site = await traps.site();
  const times = [0, 15, 30, 45, 60, 61];
  const all = await Promise.all(times.map(() => traps.add({}, site)));
  // Their alarms are still to come.
  const start = Date.now() - 62 * second;
  for (const [n, trap] of all.entries()) await traps.events(trap, hit(start + (times[n] ?? 0) * second));
  const hits = (await Promise.all(all.map((trap) => traps.hits(trap)))).flat();
  expect(hits.map(({ mass, verdict }) => [mass, verdict])).toEqual(all.map(() => [true, 'unverified']));
  await traps.wait(...all);
  const found = await traps.alarms(...all);
  expect(new Set(found.map(({ id, kind }) => `${id} ${kind}`)).size).toBe(1);
  expect(found[0]).toMatchObject({ kind: 'mass-activation', severity: 'poor' });
});

test('traps whose alarms were there before the mass of them was known have them no longer', async () => {
  const site = await traps.site();
  const all = await Promise.all([0, 1, 2].map(() => traps.add({}, site)));
  const [first, ...others] = all;
  if (!first) throw new Error('no trap was added');
  await traps.events(first, hit(Date.now() - 3 * minute));
  expect(await kinds(first)).toEqual(['activation poor active']);
  for (const trap of others) await traps.events(trap, hit(Date.now() - 3 * minute));
  expect((await kinds(first)).sort()).toEqual(['activation poor cleared', 'mass-activation poor active']);
});

test('a late hit counts at its own time with an alarm that is not grave, and one older than a day raises none', async () => {
  const [late, old] = [await traps.add({ zone: 'interior-food' }), await traps.add({ zone: 'interior-food' })];
  await traps.events(late, hit(Date.now() - 11 * minute, { body: true }));
  await traps.events(old, hit(Date.now() - 25 * 60 * minute, { body: true }));
  expect(await traps.hits(late)).toMatchObject([{ late: true, verdict: 'catch' }]);
  expect(await kinds(late)).toEqual(['catch poor active']);
  expect(await traps.hits(old)).toMatchObject([{ late: true, verdict: 'catch' }]);
  expect(await kinds(old)).toEqual([]);
});

test('the place of a hit stays that of its time after its trap has moved, also if it is heard afterwards', async () => {
  const trap = await traps.add({}, traps.sites[0]);
  const before = Date.now() - minute;
  await traps.events(trap, hit(before));
  await traps.call('PATCH', '/device/bulk', { items: [{ id: trap.id, structureId: traps.sites[1] }] });
  await traps.events(trap, [hit(before - 5 * minute), hit(Date.now() + second)]);
  expect((await traps.hits(trap)).map(({ structure }) => structure?.id)).toEqual([
    traps.sites[0],
    traps.sites[0],
    traps.sites[1],
  ]);
});

test('a batch with the hits of 40 traps takes as many statements as with that of one', async () => {
  const { app } = traps;
  const site = await traps.site();
  const ids: number[] = [];
  for (let n = 0; n < 41; n++) ids.push((await traps.add({}, site)).id);
  const directory = directoryOf(app.kit);
  await directory.load(ids);
  const start = Date.now() - 3 * hour;
  /** The statements for one event of each of these traps, which are not hit within a minute of each other. */
  async function statements(of: readonly number[], kind: string, after: number, data: object = {}): Promise<number> {
    const events = of.map((deviceId) => {
      const time = start + ids.indexOf(deviceId) * 2 * minute + after * second;
      return { deviceId, time, key: `${kind} ${after}`, kind, data: { ...data }, receivedAt: Date.now() };
    });
    for (const { deviceId, time, key, data: said } of events)
      await app.kit.pool.query(
        'INSERT INTO device_event (device_id, time, key, kind, data, received_at) VALUES ($1, to_timestamp($2 / 1000.0), $3, $4, $5, now())',
        [deviceId, time, key, kind, said],
      );
    const batch = {
      messages: [],
      positions: [],
      channels: [],
      connected: [],
      events,
      device: (id: number) => directory.peek(id),
    };
    return countStatements(app, () => inSystem(app.kit.db, (tx) => hitsOfBatch(app.kit, tx, batch)));
  }
  const [one, many] = [ids.slice(0, 1), ids.slice(1)];
  for (const [kind, after, data] of [
    ['hit', 0, { type: 'activation', body: true, counter: 1 }],
    ['rearm', 30, { counter: 1 }],
    ['hit', 60, { type: 'activation', counter: 4 }],
    ['service', 70, {}],
  ] as const) {
    const single = await statements(one, kind, after, data);
    expect(single, kind).toBeGreaterThan(5);
    expect(await statements(many, kind, after, data), kind).toBe(single);
  }
  const { rows } = await app.kit.pool.query(
    'SELECT count(*)::integer AS hits, count(*) FILTER (WHERE mass)::integer AS mass FROM rodent_hit WHERE structure_id = $1',
    [site],
  );
  expect(rows).toEqual([{ hits: 41 * 4, mass: 0 }]);
});
