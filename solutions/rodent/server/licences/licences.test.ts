import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { dayIn } from '#platform/common/time/date-range.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { addTraps, ago, dayMs, line, visitsAs } from '../visits/visits.fixture.ts';

let app: Rasid;
let customer: TestPerson;
let operator: TestPerson;
let other: TestPerson;
let company: number;
/** Two sites of the company, the person who leads visits there, and a trap at the first. */
let sites: [number, number];
let technician: number;
let trap: number;
/** The people of two pest companies; the contract of each is for one of the sites. */
let pests: { person: TestPerson; id: number; site: number }[];

const abilities = ['licence.read', 'licence.create', 'licence.update', 'licence.delete', 'visit.read', 'visit.create'];
const idOf = async (person: TestPerson) => (await person.call('GET', '/session')).body.data.user.id;

beforeAll(async () => {
  app = await rasid();
  [customer, operator, other] = (await Promise.all(
    ['customer', 'operator', 'other'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson];
  const { reem, qasr, najm, gulfcare } = await inSystem(app.kit.db, demoCompanies);
  company = reem;
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'rodent', [reem, qasr, najm]));
  const found = (await customer.call('GET', `/company/${reem}/structure?limit=2`)).body.data;
  sites = [found[0].id, found[1].id];
  [trap = 0] = await inSystem(app.kit.db, (tx) => addTraps(tx, reem, sites[0], 1));
  technician = await idOf(operator);
  for (const [provider, site] of [
    [najm, sites[0]],
    [gulfcare, sites[1]],
  ])
    await app.kit.pool.query(
      `WITH changed AS (UPDATE company_relation SET contract_abilities = $3, contract_resources = $4 WHERE provider_id = $1 AND client_id = $2 AND status = 'engaged' RETURNING id)
       INSERT INTO company_relation (provider_id, client_id, status, contract_abilities, contract_resources)
       SELECT $1, $2, 'engaged', $3::text[], $4::integer[] WHERE NOT EXISTS (SELECT FROM changed)`,
      [provider, reem, [...abilities.map((one) => `rodent.${one}`), 'structure.structure.read'], [site]],
    );
  const [first, second] = [await app.signIn('integrator@rasid.test'), await app.signIn('fmc@rasid.test')];
  pests = [
    { person: first, id: await idOf(first), site: sites[0] },
    { person: second, id: await idOf(second), site: sites[1] },
  ];
  await app.kit.pool.query(
    "INSERT INTO user_app_role (user_id, company_id, app_id, role) VALUES ($1, $2, 'rodent', 'supervisor')",
    [pests[0]?.id, najm],
  );
});
afterAll(() => app.close());

type Method = Parameters<TestPerson['call']>[0];
const call = (method: Method, path: string, body?: object, person = customer) =>
  person.call(method, `/rodent${path}`, body ? { body } : {});
/** As the provider does it for the company. */
const acting = (method: Method, path: string, body: object | undefined, person: TestPerson) =>
  person.call(method, `/rodent${path}`, {
    headers: { 'customer-id': String(company) },
    ...(body ? { body } : {}),
  });
/** A day of the company, so many after today. */
const day = (days: number) => dayIn('Asia/Dubai', new Date(Date.now() + days * dayMs));
const licence = (more: object = {}) => ({
  ...{ technicianId: technician, structureId: null, number: 'PC-1', authority: 'Dubai Municipality' },
  ...{ validFrom: day(-300), expiresOn: day(65) },
  ...more,
});
/** What the visit of a technician to the first site says of the licence. */
async function licenceOfVisit(more: object = {}) {
  const { plan, call: on } = visitsAs(customer, () => sites[0]);
  const { id } = (await plan({ technicianId: technician, ...more })).body.data;
  return { id, of: async () => (await on('GET', `/visit/${id}`)).body.data.licence };
}

test('a visit says whether its technician has a licence for the site on its day, and goes on without one', async () => {
  const today = await licenceOfVisit();
  const later = await licenceOfVisit({ plannedAt: ago(-90 * dayMs) });
  const nobody = await licenceOfVisit({ technicianId: null });
  expect(await today.of()).toEqual({ state: 'unknown', number: null, expiresOn: null });
  expect(await nobody.of()).toBe(null);
  const elsewhere = (await call('POST', '/licence', licence({ structureId: sites[1], number: 'PC-9' }))).body.data;
  expect((await today.of()).state).toBe('unknown');
  const made = await call('POST', '/licence', licence());
  expect(made.status).toBe(201);
  expect(made.body.data).toMatchObject({ technician: { id: technician }, structure: null, provider: null });
  expect(await today.of()).toEqual({ state: 'valid', number: 'PC-1', expiresOn: day(65) });
  expect(await later.of()).toEqual({ state: 'expired', number: 'PC-1', expiresOn: day(65) });
  // The last day counts, and one that begins tomorrow does not yet.
  const change = (body: object) => call('PATCH', `/licence/${made.body.data.id}`, body);
  const stateAfter = async (body: object) => {
    expect((await change(body)).status).toBe(200);
    return (await today.of()).state;
  };
  expect(await stateAfter({ expiresOn: day(0) })).toBe('valid');
  expect(await stateAfter({ expiresOn: day(-1) })).toBe('expired');
  const { addLines } = visitsAs(customer, () => sites[0]);
  expect((await addLines(today.id, [line(trap)])).body.data).toMatchObject([{ result: 'added' }]);
  expect(await stateAfter({ validFrom: day(1), expiresOn: day(65) })).toBe('unknown');
  expect(await stateAfter({ validFrom: null, structureId: sites[0] })).toBe('valid');
  const leaders = (await call('GET', `/policy/${sites[0]}/licence`)).body.data;
  expect(leaders).toMatchObject([{ technician: { id: technician }, visits: 2, licence: { state: 'valid' } }]);
  expect((await change({ validFrom: day(70) })).body.errors).toEqual([{ param: 'expiresOn', msg: 'outOfRange' }]);
  for (const id of [made.body.data.id, elsewhere.id]) await call('DELETE', `/licence/${id}`);
  expect((await today.of()).state).toBe('unknown');
});

test('licences are recorded by administrators, of colleagues and of those who have led visits', async () => {
  expect((await call('POST', '/licence', licence(), operator)).status).toBe(403);
  expect((await call('GET', '/licence', undefined, operator)).status).toBe(403);
  const [stranger] = pests;
  const foreign = await call('POST', '/licence', licence({ technicianId: stranger?.id }));
  expect(foreign.body.errors).toEqual([{ param: 'technicianId', msg: 'invalid' }]);
  expect((await call('POST', '/licence', licence({ structureId: 999_999 }))).status).toBe(404);
  const names = (await call('GET', '/licence/technician?limit=100')).body.data.map(({ id }: { id: number }) => id);
  expect(names).toContain(technician);
  expect(names).not.toContain(stranger?.id);
  const visited = await acting(
    'POST',
    '/visit',
    { structureId: sites[0], kind: 'planned', plannedAt: ago(0), technicianId: stranger?.id, note: null },
    (stranger as { person: TestPerson }).person,
  );
  expect(visited.status).toBe(201);
  // The customer sees who works for it.
  const shown = (await call('GET', `/visit/${visited.body.data.id}`)).body.data;
  expect(shown.provider).toMatchObject({ name: expect.any(String) });
  const led = await call('POST', '/licence', licence({ technicianId: stranger?.id, number: 'PC-7' }));
  expect([led.status, led.body.data?.provider?.id]).toEqual([201, expect.any(Number)]);
  expect((await call('GET', '/licence?search=pc-7')).body.data).toHaveLength(1);
  expect((await call('GET', `/licence/${led.body.data.id}`, undefined, other)).status).toBe(404);
  expect((await call('GET', '/licence', undefined, other)).body.data).toEqual([]);
});

test('a pest company sees and records licences of its own people and at the sites of its contract, and no others', async () => {
  const own: number[] = [];
  for (const { person, id, site } of pests) {
    const body = licence({ technicianId: id, number: `OWN-${id}` });
    const everywhere = await acting('POST', '/licence', body, person);
    expect(everywhere.status, JSON.stringify(everywhere.body)).toBe(201);
    const here = await acting('POST', '/licence', { ...body, structureId: site }, person);
    expect(here.status).toBe(201);
    const foreign = sites.find((one) => one !== site);
    expect((await acting('POST', '/licence', { ...body, structureId: foreign }, person)).status).toBe(404);
    expect((await acting('GET', `/policy/${foreign}/licence`, undefined, person)).status).toBe(404);
    own.push(everywhere.body.data.id, here.body.data.id);
  }
  const seen = async (person: TestPerson) =>
    (await acting('GET', '/licence?limit=100', undefined, person)).body.data.map(({ name }: { name: string }) => name);
  const [first, second] = await Promise.all(pests.map(({ person }) => seen(person)));
  expect(new Set([...first, ...second]).size).toBe(2);
  expect([new Set(first).size, new Set(second).size]).toEqual([1, 1]);
  const [one] = pests;
  for (const [at, status] of [200, 200, 404, 404].entries()) {
    const answer = await acting('GET', `/licence/${own[at]}`, undefined, (one as { person: TestPerson }).person);
    expect([at, answer.status]).toEqual([at, status]);
  }
});

test('the day of a licence begins and ends by the clocks of the site, else of the company', async () => {
  const { id } = (await call('POST', '/licence', licence({ validFrom: null, expiresOn: '2026-03-31' }))).body.data;
  const states = async () => {
    const lastHour = await licenceOfVisit({ plannedAt: '2026-03-31T19:30:00Z' });
    const nextDay = await licenceOfVisit({ plannedAt: '2026-03-31T20:30:00Z' });
    return [(await lastHour.of()).state, (await nextDay.of()).state];
  };
  // Midnight in Dubai is at 20:00 UTC.
  expect(await states()).toEqual(['valid', 'expired']);
  const zone = (name: string | null) =>
    app.kit.pool.query('UPDATE structure SET time_zone = $2 WHERE id = $1', [sites[0], name]);
  await zone('Europe/Lisbon');
  expect(await states()).toEqual(['valid', 'valid']);
  await zone(null);
  await call('DELETE', `/licence/${id}`);
});

test('a provider sends its own people to a visit, the company those of its own', async () => {
  const [pest] = pests as [(typeof pests)[number]];
  const names = (reply: Awaited<ReturnType<typeof call>>): number[] =>
    reply.body.data.map((one: { id: number }) => one.id);
  const theirs = names(await acting('GET', '/visit/technician?limit=100', undefined, pest.person));
  expect(theirs).toContain(pest.id);
  expect(theirs).not.toContain(technician);
  const own = names(await call('GET', '/visit/technician?limit=100'));
  expect(own).toContain(technician);
  expect(own).not.toContain(pest.id);
  const plan = { structureId: pest.site, kind: 'planned', plannedAt: ago(0), note: null };
  for (const technicianId of theirs) {
    const planned = await acting('POST', '/visit', { ...plan, technicianId }, pest.person);
    expect(planned.status).toBe(201);
  }
});

test('scans of a licence are kept with it, and its changes are logged', async () => {
  const { id } = (await call('POST', '/licence', licence({ number: 'PC-5' }))).body.data;
  const form = new FormData();
  form.set('file', new Blob(['PC-5 of the municipality']), 'licence.txt');
  expect((await customer.call('POST', `/rodent/licence/${id}/attachment`, { body: form })).status).toBe(201);
  await call('PATCH', `/licence/${id}`, { expiresOn: day(400) });
  expect((await call('GET', `/licence/${id}/attachment`)).body.data).toMatchObject([{ name: 'licence.txt' }]);
  expect((await call('GET', `/licence/${id}/attachment`, undefined, other)).status).toBe(404);
  const lines = (await call('GET', `/licence/${id}/history`)).body.data;
  expect(JSON.stringify(lines)).toContain(day(400));
});
