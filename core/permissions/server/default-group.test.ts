import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addGuest, app, customer, ids, people, withPeople } from '#main/testing/test-people.ts';
import type { TestPerson } from '#main/testing.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { abilityGranted } from './grants.ts';
import { membersGranted } from './group-rows.ts';

withPeople();
const sample = '/sample/permissions-group';
let viewer: TestPerson;
let operator: TestPerson;
beforeAll(async () => {
  viewer = await app.signIn('viewer@rasid.test');
  operator = await app.signIn('operator@rasid.test');
  await app.kit.pool.query('DELETE FROM permission_group WHERE app_id = $1', ['sample']);
});

let count = 0;
async function makeGroup(body: object = {}): Promise<number> {
  const permissions = { device: ['read'] };
  const reply = await customer.call('POST', sample, {
    body: { name: `Group ${++count}`, resources: ['*'], permissions, everyone: true, ...body },
  });
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.id;
}
const change = (id: number, body: object) => customer.call('PATCH', `${sample}/${id}`, { body });
const remove = (id: number) => customer.call('DELETE', `${sample}/${id}`);
const mine = async (person: TestPerson) => (await person.call('GET', `${sample}/my`)).body.data;
const all = { '*': { device: ['read'] } };

/** The people who may read devices according to what other slices ask in SQL. */
async function allowedInSql(): Promise<{ each: number[]; listed: number[] }> {
  const asked = { person: 'u.id', app: 'a.id', resource: 'a.site', entity: sql`'device'`, action: 'read' };
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM users u, (SELECT 'sample' AS id, 5 AS site) a WHERE ${abilityGranted(asked)} ORDER BY u.id`.execute(
    app.kit.db,
  );
  const tx = app.kit.db as unknown as Tx;
  const listed = await membersGranted(tx, ids.reem, ['sample'], { entity: 'device', action: 'read' });
  return { each: rows.map(({ id }) => id), listed };
}

describe('a group of everyone', () => {
  test('counts for all staff but those who were taken out, for new colleagues at once, and never for guests', async () => {
    const id = await makeGroup({ exceptions: [people.viewer] });
    const guest = await addGuest(app, 'resident@guest.test', ['sample', 'borrower']);
    expect([await mine(operator), await mine(viewer)]).toEqual([all, {}]);
    const { rows } = await app.kit.pool.query(
      `INSERT INTO users (company_id, email, first_name, last_name, role, password_hash)
       SELECT company_id, 'colleague@rasid.test', 'New', 'Colleague', 'Viewer', password_hash FROM users WHERE id = $1 RETURNING id`,
      [people.viewer],
    );
    expect(await mine(await app.signIn('colleague@rasid.test'))).toEqual(all);
    expect((await guest.call('GET', '/session')).body.data.session.abilities).toEqual({});
    const { each, listed } = await allowedInSql();
    const expected = expect.arrayContaining([people.customer, people.operator, rows[0].id]);
    for (const found of [each, listed]) {
      expect(found).toEqual(expected);
      for (const other of [people.viewer, people.other, people.integrator, guest.id])
        expect(found).not.toContain(other);
    }
    await remove(id);
    expect(await allowedInSql()).toEqual({ each: [], listed: [] });
  });

  test('takes people out and in again, and keeps the selected ones for the time after', async () => {
    const id = await makeGroup({ everyone: false, users: [people.operator] });
    expect([await mine(operator), await mine(viewer)]).toEqual([all, {}]);
    await change(id, { everyone: true, exceptions: [people.operator] });
    expect([await mine(operator), await mine(viewer)]).toEqual([{}, all]);
    const group = (await change(id, { exceptions: [] })).body.data;
    expect(group).toMatchObject({ everyone: true, exceptions: [], users: [{ id: people.operator }] });
    expect([await mine(operator), await mine(viewer)]).toEqual([all, all]);
    await change(id, { everyone: false });
    expect([await mine(operator), await mine(viewer)]).toEqual([all, {}]);
    const { data } = (await customer.call('GET', `${sample}/${id}/history`)).body;
    const parts = data.filter((line: { part: boolean }) => line.part).map((line: { action: string }) => line.action);
    expect(parts.slice(0, 2)).toEqual(['delete', 'insert']);
    await remove(id);
  });

  test('counts in its company and its app only', async () => {
    const id = await makeGroup();
    const other = await app.signIn('other@rasid.test');
    expect((await other.call('GET', '/session')).body.data.session.abilities.sample ?? {}).not.toEqual(all);
    expect((await viewer.call('GET', '/session')).body.data.session.abilities.rooms ?? {}).not.toEqual(all);
    await remove(id);
  });

  test('takes out only staff of the company', async () => {
    const id = await makeGroup();
    for (const stranger of [people.other, (await addGuest(app, 'second@guest.test', ['rooms', 'lodger'])).id])
      expect((await change(id, { exceptions: [stranger] })).body.errors).toEqual([{ param: 'users', msg: 'invalid' }]);
    await remove(id);
  });
});
