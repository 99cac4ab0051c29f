import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import type { TestPerson } from '#main/testing.ts';

let traps: TestTraps;
let other: TestPerson;
beforeAll(async () => {
  traps = await TestTraps.begin();
  other = await traps.app.signIn('other@rasid.test');
});
afterAll(() => traps.app.close());

const minute = 60_000;
let sent = 0;
const hit = (minutes: number, data: object = {}) => ({
  id: `v${++sent}`,
  ts: Date.now() - minutes * minute,
  kind: 'hit',
  data: { type: 'activation', ...data },
});
/** A trap with one hit. */
async function sprung(fields: object = {}, data: object = {}, minutes = 4): Promise<{ trap: TestTrap; id: number }> {
  const trap = await traps.add(fields);
  await traps.events(trap, hit(minutes, data));
  return { trap, id: (await traps.hits(trap))[0]?.id ?? 0 };
}
const give = (id: number, body: object) => traps.call('POST', `/hit/${id}/verdict`, body);
const versions = async (id: number) => (await traps.call('GET', `/hit/${id}/verdict`)).body.data;
const kinds = async (trap: TestTrap) =>
  (await traps.alarms(trap)).map(({ kind, severity, condition }) => `${kind} ${severity} ${condition}`).sort();

test('a verdict is a version of its own, and a given one is changed with a reason only', async () => {
  const { id } = await sprung();
  expect((await give(id, { verdict: 'false', cause: 'door' })).body.data).toMatchObject({
    verdict: 'false',
    presumed: false,
  });
  // The same again is the known one.
  expect((await give(id, { verdict: 'false', cause: 'door' })).status).toBe(200);
  expect(await versions(id)).toHaveLength(1);
  const changed = await give(id, { verdict: 'catch', count: 1, species: 'house-mouse' });
  expect([changed.status, changed.body.errors]).toMatchObject([418, [{ param: 'reason' }]]);
  expect(
    (await give(id, { verdict: 'catch', count: 1, species: 'house-mouse', reason: 'Seen on the photo' })).status,
  ).toBe(200);
  expect(await versions(id)).toMatchObject([
    { verdict: 'catch', count: 1, species: 'house-mouse', reason: 'Seen on the photo', by: { id: expect.any(Number) } },
    { verdict: 'false', cause: 'door' },
  ]);
});

test('a catch that the trap presumes is corrected without a reason, and keeps both versions', async () => {
  const { id } = await sprung({}, { body: true });
  expect((await give(id, { verdict: 'activity' })).body.data).toMatchObject({ verdict: 'activity', presumed: false });
  expect(
    (await versions(id)).map(({ verdict, presumed }: { verdict: string; presumed: boolean }) => [verdict, presumed]),
  ).toEqual([
    ['activity', false],
    ['catch', true],
  ]);
});

test('one verdict on several hits says of each whether it was given', async () => {
  const [one, two] = [await sprung(), await sprung()];
  await give(two.id, { verdict: 'catch' });
  const given = await traps.call('POST', '/hit/verdict', {
    ids: [one.id, two.id, 2_000_000_000],
    verdict: 'false',
    cause: 'forklift',
  });
  expect(given.body.data).toEqual([
    { id: one.id, refused: null },
    { id: two.id, refused: 'reason-needed' },
    { id: 2_000_000_000, refused: 'not-found' },
  ]);
  expect((await traps.hits(one.trap))[0]?.verdict).toBe('false');
  const many = Array.from({ length: 201 }, (_, n) => n + 1);
  expect((await traps.call('POST', '/hit/verdict', { ids: many, verdict: 'false' })).status).toBe(418);
});

test('a verdict ends the alarm of its trap or raises that of a catch', async () => {
  const { trap, id } = await sprung({ zone: 'interior-food' });
  expect(await kinds(trap)).toEqual(['activation problem active']);
  await give(id, { verdict: 'catch' });
  expect(await kinds(trap)).toEqual(['activation problem cleared', 'catch problem active']);
  await give(id, { verdict: 'false', cause: 'cleaning', reason: 'Only a broom' });
  expect(await kinds(trap)).toEqual(['activation problem cleared', 'catch problem cleared']);
});

test('a catch among food is not closed before somebody has said what it was', async () => {
  const { trap, id } = await sprung({ zone: 'interior-food' }, { body: true });
  const [alarm] = await traps.alarms(trap);
  expect(alarm).toMatchObject({ kind: 'catch', severity: 'problem' });
  for (const path of ['/alarm/operational', '/alarm']) {
    const closed = await traps.call('POST', `${path}/${alarm?.id}/terminate`, {});
    expect([closed.status, closed.body.word]).toEqual([409, 'verdict-missing']);
  }
  expect((await traps.call('POST', `/alarm/operational/${alarm?.id}/terminate`, { verdict: 'catch' })).status).toBe(
    200,
  );
  expect(await versions(id)).toMatchObject([
    { verdict: 'catch', presumed: false, by: { id: expect.any(Number) } },
    { verdict: 'catch', presumed: true },
  ]);
  expect(await traps.alarms(trap)).toEqual([]);
});

test('a catch elsewhere is closed without a verdict', async () => {
  const { trap } = await sprung({ zone: 'exterior' }, { body: true });
  const [alarm] = await traps.alarms(trap);
  expect(alarm).toMatchObject({ kind: 'catch', severity: 'ok' });
  expect((await traps.call('POST', `/alarm/operational/${alarm?.id}/terminate`, {})).status).toBe(200);
});

test('rejecting the alarm of a trap says that its hit was false, and why', async () => {
  const { trap, id } = await sprung();
  const [alarm] = await traps.alarms(trap);
  const body = { comment: 'The door slammed', cause: 'door' };
  expect((await traps.call('POST', `/alarm/operational/${alarm?.id}/reject`, body)).status).toBe(200);
  expect(await versions(id)).toMatchObject([{ verdict: 'false', cause: 'door', presumed: false }]);
});

test('a message of a time more than 92 days ago changes neither hits nor the time in which a trap was heard', async () => {
  const trap = await traps.add();
  const start = Date.now() - 360 * 86_400_000;
  const { rows: before } = await traps.app.kit.pool.query(
    `WITH hit AS (INSERT INTO rodent_hit (company_id, device_id, structure_id, kind, at, until_at, counter_from, counter_to, verdict)
                  SELECT $1, $2, $3, 'activation', to_timestamp($4::float8 / 1000), to_timestamp($4::float8 / 1000), n, n, 'catch'
                    FROM unnest(ARRAY[7, 8]) n RETURNING *),
          heard AS (INSERT INTO rodent_heard (device_id, from_at, to_at) VALUES ($2, to_timestamp($4::float8 / 1000), to_timestamp($4::float8 / 1000 + 60)))
     SELECT * FROM hit ORDER BY id`,
    [traps.company, trap.id, trap.site, start],
  );
  const stored = async (sql: string) => (await traps.app.kit.pool.query(sql, [trap.id])).rows;
  const hits = () => stored('SELECT * FROM rodent_hit WHERE device_id = $1 ORDER BY id');
  const heard = await stored('SELECT * FROM rodent_heard WHERE device_id = $1');
  await traps.values(trap, start + 60_000, { hits: 9, trapState: 'armed' });
  await traps.events(trap, { ts: start + 120_000, kind: 'service', data: {} });
  await traps.events(trap, { ts: start + 180_000, kind: 'hit', data: { type: 'activation', counter: 12 } });
  expect(await hits()).toEqual(before);
  expect(await stored('SELECT * FROM rodent_heard WHERE device_id = $1')).toEqual(heard);
  // Their messages are gone, but a later one sets the trap again.
  await traps.events(trap, { ts: Date.now() - 60_000, kind: 'rearm', data: {} });
  await traps.events(trap, { ts: Date.now() - 30_000, kind: 'hit', data: { type: 'activation', counter: 13 } });
  const now = await hits();
  expect(now.slice(0, 2).map(({ id, verdict }) => [id, verdict])).toEqual(before.map(({ id }) => [id, 'catch']));
  expect(now.at(-1)).toMatchObject({ counter_to: 13 });
});

test('a hit older than 92 days gets verdicts of administrators only, and younger ones also those of operators', async () => {
  const { id } = await sprung();
  const old = await sprung();
  await traps.app.kit.pool.query(
    `UPDATE rodent_hit SET at = now() - interval '93 days', until_at = now() - interval '93 days' WHERE id = $1`,
    [old.id],
  );
  const { operator } = await traps.people();
  const asOperator = (one: number) =>
    operator.call('POST', `/rodent/hit/${one}/verdict`, { body: { verdict: 'activity' } });
  expect((await asOperator(id)).status).toBe(200);
  const refused = await asOperator(old.id);
  expect([refused.status, refused.body.word]).toEqual([403, 'verdict-too-old']);
  expect((await give(old.id, { verdict: 'activity' })).status).toBe(200);
});

test('another company neither sees the hits of a trap nor gives them verdicts', async () => {
  const { trap, id } = await sprung();
  await traps.grant('qasr');
  expect((await other.call('GET', `/rodent/hit?deviceId=${trap.id}`)).body.data).toEqual([]);
  for (const [method, path] of [
    ['GET', `/hit/${id}/verdict`],
    ['POST', `/hit/${id}/verdict`],
  ] as const)
    expect(
      (await other.call(method, `/rodent${path}`, method === 'POST' ? { body: { verdict: 'false' } } : {})).status,
    ).toBe(404);
});
