import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { doDue } from '#platform/server/due.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { dueVisits } from './missed-visits.ts';
import { addTraps, ago, dayMs, line, proofForm, visitsAs } from './visits.fixture.ts';

let app: Rasid;
let customer: TestPerson;
let operator: TestPerson;
let other: TestPerson;
let company: number;
let site: number;
let traps: number[];

const ink = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'white' } })
  .png()
  .toBuffer();

beforeAll(async () => {
  app = await rasid();
  [customer, operator, other] = (await Promise.all(
    ['customer', 'operator', 'other'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson];
  company = (await inSystem(app.kit.db, demoCompanies)).reem;
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'rodent', [company]));
  site = (await customer.call('GET', `/company/${company}/structure?limit=1`)).body.data[0].id;
  traps = await inSystem(app.kit.db, (tx) => addTraps(tx, company, site));
});
afterAll(() => app.close());

const as = (person: TestPerson) => visitsAs(person, () => site);
const call = (method: Parameters<TestPerson['call']>[0], path: string, body?: object, person = customer) =>
  person.call(method, `/rodent${path}`, body ? { body } : {});
async function planned(more: object = {}): Promise<{ id: number; number: string }> {
  const made = await as(customer).plan(more);
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return made.body.data;
}
const addLines = (id: number, lines: readonly object[], person = customer) => as(person).addLines(id, lines);
const sheet = async (id: number) => (await as(customer).sheet(id)).body.data;
const results = (reply: { body: { data: { result: string }[] } }) => reply.body.data.map(({ result }) => result);

async function signature(id: number): Promise<string> {
  const clientId = randomUUID();
  const body = proofForm(clientId, 'signature', ink);
  expect((await customer.call('POST', `/rodent/visit/${id}/proof`, { body })).status).toBe(201);
  return clientId;
}
const done = async (): Promise<number> => {
  const { id } = await planned();
  await addLines(
    id,
    traps.map((trap) => line(trap)),
  );
  expect((await call('POST', `/visit/${id}/finish`)).body.data.state).toBe('done');
  return id;
};
const alarmsOf = async (kind: string, id: number) =>
  (await as(customer).alarms()).body.data.filter(
    (alarm: { kind: string; subject: { id: number } | null }) => alarm.kind === kind && alarm.subject?.id === id,
  );

test('a visit begins with its first line, is done when every trap has one, and names those that have none', async () => {
  const { id, number } = await planned();
  expect(number).toMatch(/^V-\d{4}-\d{6}$/);
  const first = ago(3 * 60_000);
  expect(results(await addLines(id, [line(traps[1]), line(traps[0], { at: first })]))).toEqual(['added', 'added']);
  expect((await sheet(id)).visit).toMatchObject({ state: 'in-progress', startedAt: first, traps: 3, checked: 2 });
  const early = await call('POST', `/visit/${id}/finish`);
  expect([early.status, early.body.word, early.body]).toMatchObject([
    409,
    'lines-missing',
    { detail: { count: 1, numbers: '3' } },
  ]);
  await addLines(id, [line(traps[2], { finding: 'inaccessible', reason: 'Behind the pallets' })]);
  const finished = await call('POST', `/visit/${id}/finish`);
  expect(finished.body.data).toMatchObject({ state: 'done', checked: 3 });
});

test('lines are stored once, with the time at which they were done, also when they are sent again', async () => {
  const { id } = await planned();
  const lines = traps.map((trap, n) => line(trap, { at: ago((40 - n) * 60_000) }));
  const [one, again] = await Promise.all([addLines(id, lines), addLines(id, lines)]);
  expect([...results(one), ...results(again)].toSorted()).toEqual([
    'added',
    'added',
    'added',
    'known',
    'known',
    'known',
  ]);
  const kept = (await sheet(id)).lines;
  expect(kept.map(({ clientId, at }: { clientId: string; at: string }) => [clientId, at])).toEqual(
    lines.map(({ clientId, at }) => [clientId, at]),
  );
});

test('60 lines, 30 photos and a signature that were kept offline are stored once with their own times, in whatever order they arrive', async () => {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO structure (company_id, name, country_id) SELECT company_id, 'Mall', country_id FROM structure WHERE id = $1 RETURNING id`,
    [site],
  );
  const structureId = rows[0].id;
  const sixty = await inSystem(app.kit.db, (tx) => addTraps(tx, company, structureId, 60));
  const { id } = await planned({ structureId });
  const begun = Date.now() - 3 * 3_600_000;
  const at = (n: number) => new Date(begun + n * 40_000).toISOString();
  /** A call as the phone kept it: the answer to the first attempt was lost. */
  async function kept(path: string, done: string, body: object): Promise<void> {
    const headers = { 'x-done-at': done, 'idempotency-key': randomUUID() };
    const send = () => customer.call('POST', `/rodent/visit/${id}${path}`, { body, headers });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.body], JSON.stringify(first.body)).toEqual([expect.toBeOneOf([200, 201]), first.body]);
  }
  const checks = sixty.map((trap, n) => ({ n, photo: n % 2 === 0 ? [randomUUID()] : [], trap }));
  for (const { n, photo, trap } of checks.toReversed()) {
    await kept('/line', at(n), { lines: [line(trap, { at: at(n), photos: photo })] });
    for (const clientId of photo) await kept('/proof', at(n), proofForm(clientId, 'photo', ink));
  }
  await kept('/finish', at(60), {});
  const signed = randomUUID();
  await kept('/proof', at(61), proofForm(signed, 'signature', ink));
  await kept('/sign', at(61), { name: 'Hessa Al Marri', signature: signed });
  const { visit, lines } = await sheet(id);
  expect(visit).toMatchObject({ state: 'signed', checked: 60, startedAt: at(0), endedAt: at(60) });
  expect(
    lines.map((one: { deviceId: number; at: string; photos: string[] }) => [one.deviceId, one.at, one.photos]),
  ).toEqual(checks.map(({ n, photo, trap }) => [trap, at(n), photo]));
  const proofs = (await call('GET', `/visit/${id}/proof`)).body.data;
  expect(proofs.map((proof: { clientId: string; doneAt: string }) => [proof.clientId, proof.doneAt])).toEqual([
    ...checks.flatMap(({ n, photo }) => photo.map((clientId) => [clientId, at(n)])),
    [signed, at(61)],
  ]);
});

test('a line of a trap that was taken away meanwhile is kept and marked, one of a trap of nobody is stated', async () => {
  const { id } = await planned({ kind: 'alarm' });
  const taken = (
    await app.kit.pool.query(
      `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
       VALUES ($1, 'rodent', 28, 2801, 'Taken', 'VISITTAKEN', 'inventory') RETURNING id`,
      [company],
    )
  ).rows[0].id;
  const reply = await addLines(id, [
    line(taken, { finding: 'damaged', reason: 'Crushed by a pallet' }),
    line(2_000_000_000),
  ]);
  expect(results(reply)).toEqual(['added', 'unknown-trap']);
  expect((await sheet(id)).lines).toMatchObject([{ gone: true, finding: 'damaged', reason: 'Crushed by a pallet' }]);
});

test('a finding states what it needs, by field', async () => {
  const { id } = await planned();
  const faults = async (more: object) => (await addLines(id, [line(traps[0], more)])).body.errors;
  expect(await faults({ finding: 'missing' })).toEqual([{ param: 'lines.0.reason', msg: 'Required' }]);
  expect(await faults({ finding: 'ok', count: 2 })).toEqual([{ param: 'lines.0.count', msg: 'invalid' }]);
  expect(await faults({ actions: ['replaced'] })).toEqual([{ param: 'lines.0.serial', msg: 'Required' }]);
});

test('the last check of a trap is the one before this visit', async () => {
  const { id: before } = await planned();
  const at = ago(2 * dayMs);
  await addLines(before, [line(traps[0], { finding: 'dirty', at })]);
  const { id } = await planned();
  await addLines(id, [line(traps[0], { at: ago(dayMs) })]);
  const { traps: shown } = await sheet(id);
  expect(shown.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3]);
  expect(shown[0].lastChecked).toMatchObject({ finding: 'dirty' });
  expect(Date.parse(shown[0].lastChecked.at)).toBe(Date.parse(at));
  expect((await sheet(before)).traps[0].lastChecked).toBeNull();
});

test('a signed visit cannot change; what is said later is an addendum', async () => {
  const id = await done();
  const said = { clientId: randomUUID(), text: 'Trap 2 was dirty' };
  expect((await call('POST', `/visit/${id}/addendum`, said)).body.word).toBe('visit-not-signed');
  const unsigned = await call('POST', `/visit/${id}/sign`, { name: 'Hessa Al Marri', signature: randomUUID() });
  expect([unsigned.status, unsigned.body.errors]).toEqual([418, [{ param: 'signature', msg: 'Required' }]]);
  const signed = await call('POST', `/visit/${id}/sign`, { name: 'Hessa Al Marri', signature: await signature(id) });
  expect(signed.body.data).toMatchObject({ state: 'signed', signedBy: 'Hessa Al Marri' });
  expect((await addLines(id, [line(traps[0])])).body.word).toBe('visit-signed');
  expect((await call('PATCH', `/visit/${id}`, { note: 'Other' })).body.word).toBe('visit-begun');
  expect((await call('POST', `/visit/${id}/reopen`, { reason: 'Wrong' })).body.word).toBe('step-not-possible');
  // The reply to the first was lost.
  const [first, again] = [
    await call('POST', `/visit/${id}/addendum`, said),
    await call('POST', `/visit/${id}/addendum`, said),
  ];
  expect([first.status, again.body]).toEqual([200, first.body]);
  const { visit, addenda } = await sheet(id);
  expect([visit.state, addenda.map(({ text }: { text: string }) => text)]).toEqual(['signed', ['Trap 2 was dirty']]);
});

test('a visit that is done can be opened again for a day, by administrators', async () => {
  const id = await done();
  expect((await call('POST', `/visit/${id}/reopen`, { reason: 'Trap 2 forgotten' }, operator)).status).toBe(403);
  expect((await addLines(id, [line(traps[0])])).body.word).toBe('visit-done');
  expect((await call('POST', `/visit/${id}/reopen`, { reason: 'Trap 2 forgotten' })).body.data.state).toBe(
    'in-progress',
  );
  await call('POST', `/visit/${id}/finish`);
  await app.kit.pool.query(`UPDATE rodent_visit SET ended_at = now() - interval '25 hours' WHERE id = $1`, [id]);
  expect((await call('POST', `/visit/${id}/reopen`, { reason: 'Too late' })).body.word).toBe('visit-too-old');
});

test('a visit that nobody has begun after two days is missed, raises one alarm, and can be planned again', async () => {
  const { id } = await planned({ plannedAt: ago(2 * dayMs + 60_000) });
  const { id: later } = await planned({ plannedAt: ago(2 * dayMs - 60_000) });
  await Promise.all([doDue(app.kit, [dueVisits]), doDue(app.kit, [dueVisits])]);
  expect([(await sheet(id)).visit.state, (await sheet(later)).visit.state]).toEqual(['missed', 'planned']);
  expect(await alarmsOf('visit-missed', id)).toHaveLength(1);
  const again = await call('POST', `/visit/${id}/plan`, { plannedAt: ago(-dayMs) });
  expect(again.body.data).toMatchObject({ state: 'planned' });
  const [alarm] = await alarmsOf('visit-missed', id);
  expect(alarm?.condition ?? 'gone').not.toBe('active');
});

test('a visit that has not begun can be removed', async () => {
  const { id } = await planned();
  expect((await call('DELETE', `/visit/${id}`)).status).toBe(204);
  const { id: begun } = await planned();
  await addLines(begun, [line(traps[0])]);
  expect((await call('DELETE', `/visit/${begun}`)).body.word).toBe('visit-begun');
});

test('visits of a company are found by nobody else, and planned only by those who look after traps', async () => {
  const { id } = await planned();
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'rodent', [company]));
  expect((await call('GET', `/visit/${id}`, undefined, other)).status).toBeGreaterThanOrEqual(403);
  const guard = await addLines(id, [line(traps[0])], operator);
  expect(guard.status).toBe(403);
});
