import { beforeAll, describe, expect, test } from 'vitest';
import { app, customer, ids, integrator, lastMail, refused, withCompanies } from '#main/testing/test-companies.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { demoUsers } from '../../demo.ts';

withCompanies();
let people: Record<string, number>;
beforeAll(async () => {
  people = await demoUsers(app.kit.db as unknown as Tx);
});

const path = (name = '') => `/company/${ids.reem}/user${name && `/${people[name]}`}`;
const add = (body: object) =>
  customer.call('POST', path(), { body: { firstName: 'Amal', lastName: 'Zayed', role: 'Operator', ...body } });

describe('one save of a person', () => {
  const at = '2999-01-01T00:00:00.000Z';

  test('takes names, role, address and expiration together', async () => {
    const { id } = (await add({ email: 'whole@rem.test' })).body.data;
    const body = { firstName: 'Amna', role: 'Viewer', email: 'whole@reem.test', expiresAt: at, locale: 'ar' };
    const reply = await customer.call('PATCH', `${path()}/${id}`, { body });
    expect(reply.body.data).toMatchObject(body);
    expect((await lastMail('whole@reem.test')).text).toContain('Amna');
    expect((await lastMail('whole@reem.test')).subject).toMatch(/^دعوة من .+ للانضمام إلى .+ في راصد$/);
  });

  test('does not change anything when one part of it is refused', async () => {
    const { id } = (await add({ email: 'part@reem.test' })).body.data;
    const all = { firstName: 'Other', role: 'Viewer', expiresAt: at };
    const refusals = [
      { email: 'other@rasid.test' },
      { expiresAt: '2020-01-01T00:00:00Z', email: 'part2@reem.test' },
      { status: 'active' },
    ];
    for (const body of refusals)
      expect((await customer.call('PATCH', `${path()}/${id}`, { body: { ...all, ...body } })).status).not.toBe(200);
    expect((await customer.call('GET', `${path()}/${id}`)).body.data).toMatchObject({
      firstName: 'Amal',
      role: 'Operator',
      expiresAt: null,
      email: 'part@reem.test',
    });
    expect(await lastMail('part2@reem.test')).toBeUndefined();
  });

  test('of unchanged data has no effect, no matter who saves it', async () => {
    const { role, email, fleetRole } = (await customer.call('GET', path('customer'))).body.data;
    const reply = await customer.call('PATCH', path('customer'), { body: { role, email, fleetRole, expiresAt: null } });
    expect(reply.status).toBe(200);
  });

  test('does not set a role or an expiration without the permissions for these', async () => {
    const pair = [ids.najm, ids.reem];
    const where = 'WHERE provider_id = $1 AND client_id = $2';
    await app.kit.pool.query(
      `UPDATE company_relation SET contract_abilities = '{company.user.read,company.user.update}' ${where}`,
      pair,
    );
    const save = (body: object) =>
      integrator.call('PATCH', path('viewer'), { body, headers: { 'customer-id': String(ids.reem) } });
    expect((await save({ lastName: 'Naser', role: 'Viewer', expiresAt: null })).status).toBe(200);
    expect(refused(await save({ lastName: 'X', role: 'Admin' }))).toEqual([403, 'no-permission']);
    expect(refused(await save({ expiresAt: at }))).toEqual([403, 'no-permission']);
    expect((await customer.call('GET', path('viewer'))).body.data).toMatchObject({ lastName: 'Naser', role: 'Viewer' });
    await app.kit.pool.query(`UPDATE company_relation SET contract_abilities = NULL ${where}`, pair);
  });
});
