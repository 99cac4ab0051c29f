import { beforeAll, beforeEach, expect, test } from 'vitest';
import { app, customer, ids, people, withPeople } from '#main/testing/test-people.ts';
import type { TestPerson } from '#main/testing.ts';
import { doDue } from '#platform/server/due.ts';
import { beginRetention, retentionDue } from '#platform/server/retention/run-retention.ts';
import type { ShownLink } from '../../common/signed-link.ts';

withPeople();
let operator: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  operator = await app.signIn('operator@rasid.test');
  other = await app.signIn('other@rasid.test');
});
beforeEach(() => app.kit.pool.query('DELETE FROM signed_link; DELETE FROM retention_setting'));

type New = { room?: number; by?: string; kind?: string; set?: string };
/** Makes a link of the customer as the administrator, and gives it to another creator. */
async function makeLink({ room = 7, by = 'customer', kind = 'pass', set = 'id = id' }: New = {}) {
  const body = { kind, holder: `Holder ${room}`, ...(kind === 'door' ? { pin: '4711' } : {}) };
  const reply = await customer.call('POST', `/rooms/api/room/${room}/link`, { body });
  const { id, secret } = reply.body.data as { id: number; secret: string };
  const assigned = set === 'id = id' ? '' : `, ${set}`;
  await app.kit.pool.query(`UPDATE signed_link SET created_by = $2 ${assigned} WHERE id = $1`, [id, people[by]]);
  return { id, secret };
}
const links = async (person: TestPerson, query = '') =>
  (await person.call('GET', `/signed-link?limit=50${query}`)).body.data as ShownLink[];
const idsOf = async (person: TestPerson, query = '') => (await links(person, query)).map(({ id }) => id);
const open = (secret: string) =>
  app.anonymous.call('GET', '/rooms/api/room/seen', { headers: { authorization: `Link ${secret}` } });

test('administrators see all links of their company, others those that they have made, and nobody those of another', async () => {
  const [first, second] = [await makeLink(), await makeLink({ by: 'operator' })];
  expect(await idsOf(customer)).toEqual([second.id, first.id]);
  expect(await idsOf(operator)).toEqual([second.id]);
  expect(await idsOf(other)).toEqual([]);
  // The administrator of its provider, who works for it without having selected it.
  const integrator = await app.signIn('integrator@rasid.test');
  expect(await idsOf(integrator)).toEqual([]);
  expect((await integrator.call('POST', `/signed-link/${first.id}/revoke`)).status).toBe(404);
  expect((await links(operator))[0]?.person?.id).toBe(people.operator);
});

test('a link shows its record, holder, creator, end and openings, but neither its secret nor its PIN', async () => {
  const { id, secret } = await makeLink({ set: "last_used_at = now() - interval '2 minutes', openings = 3" });
  await makeLink({ kind: 'door' });
  await open(secret);
  await open(secret);
  const shown = (await links(customer)).find((one) => one.id === id);
  expect(shown).toEqual({
    id,
    companyId: ids.reem,
    app: 'rooms',
    kind: 'pass',
    subject: { type: 'room', id: 7, name: null },
    holder: 'Holder 7',
    hasPin: false,
    state: 'active',
    person: { id: people.customer, name: 'Mariam Al Suwaidi' },
    fromAt: expect.any(String),
    untilAt: expect.any(String),
    revokedAt: null,
    openings: 4,
    lastUsedAt: expect.any(String),
    createdAt: expect.any(String),
  });
  expect((await links(customer, '&kind=rooms.door')).map(({ hasPin }) => hasPin)).toEqual([true]);
});

test('links are found by record, state, creator and holder', async () => {
  const past = "from_at = now() - interval '9 days', until_at = now() - interval '1 day'";
  const made = {
    active: await makeLink({ room: 7 }),
    revoked: await makeLink({ room: 71, set: 'revoked_at = now()' }),
    expired: await makeLink({ room: 8, set: past }),
    blocked: await makeLink({ room: 8, set: 'blocked_at = now()' }),
    pending: await makeLink({ room: 8, by: 'operator', set: "from_at = now() + interval '1 hour'" }),
  };
  for (const [state, { id }] of Object.entries(made)) expect(await idsOf(customer, `&state=${state}`)).toEqual([id]);
  expect(await idsOf(customer, '&appId=rooms&subject=room.7')).toEqual([made.active.id]);
  expect(await idsOf(customer, `&userId=${people.operator}`)).toEqual([made.pending.id]);
  expect(await idsOf(customer, '&search=holder%2071')).toEqual([made.revoked.id]);
});

test('a link that is revoked from the list stops working at once, and only those who see it may revoke it', async () => {
  const { id, secret } = await makeLink({ by: 'viewer' });
  const revoke = (person: TestPerson) => person.call('POST', `/signed-link/${id}/revoke`);
  for (const stranger of [operator, other]) expect((await revoke(stranger)).status).toBe(404);
  expect((await open(secret)).status).toBe(200);
  const { status, body } = await revoke(customer);
  expect([status, body.data.state]).toEqual([200, 'revoked']);
  expect((await open(secret)).status).toBe(404);
  expect((await revoke(customer)).body.data.revokedAt).toBe(body.data.revokedAt);
  const history = await customer.call('GET', `/signed-link/${id}/history`);
  expect(history.body.data[0]).toMatchObject({ changes: [{ field: 'revokedAt' }], person: { id: people.customer } });
});

test('links go 90 days after they have ended, or after the days of the company, and the log forgets their holders', async () => {
  const ago = (days: number) => `from_at = now() - interval '200 days', until_at = now() - interval '${days} days'`;
  const run = async () => {
    await beginRetention(app.kit);
    await doDue(app.kit, [retentionDue]);
    return idsOf(customer);
  };
  const active = await makeLink();
  const young = await makeLink({ set: ago(89) });
  const old = await makeLink({ set: ago(91) });
  await makeLink({ set: "revoked_at = now() - interval '91 days'" });
  expect(await run()).toEqual([young.id, active.id]);
  const { rows } = await app.kit.pool.query(
    `SELECT string_agg(c::text, '') AS text FROM change_log c WHERE table_name = 'signed_link' AND row_id = $1::text`,
    [old.id],
  );
  expect(rows[0].text).not.toContain('Holder');
  const body = { app: 'accounts', name: 'links', days: 30, legalBasis: 'Contract', version: 0 };
  expect((await customer.call('PUT', '/retention', { body })).status).toBe(200);
  expect(await run()).toEqual([active.id]);
});
