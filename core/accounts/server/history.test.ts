import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type Rasid, rasid } from '#main/testing.ts';
import type { Tx } from '#platform/server/database.ts';
import { demoCompanies, demoUsers } from './demo.ts';

let app: Rasid;
let ids: Awaited<ReturnType<typeof demoCompanies>>;
let people: Record<string, number>;
let customer: Person;

beforeAll(async () => {
  app = await rasid();
  ids = await demoCompanies(app.kit.db as unknown as Tx);
  people = await demoUsers(app.kit.db as unknown as Tx);
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());

describe('the history of a record', () => {
  test('says who changed what, from what to what, the newest first', async () => {
    const path = `/company/${ids.reem}`;
    const before = (await customer.call('GET', path)).body.data;
    await customer.call('PATCH', path, { body: { name: 'Reem Towers', timeZone: 'Asia/Riyadh' } });
    await customer.call('PATCH', path, { body: { name: before.name } });
    const { status, body } = await customer.call('GET', `${path}/history`);
    expect(status).toBe(200);
    const [newest, older] = body.data;
    expect(newest.changes).toEqual([{ field: 'name', before: 'Reem Towers', after: before.name }]);
    expect(older.changes).toEqual([
      { field: 'name', before: before.name, after: 'Reem Towers' },
      { field: 'timeZone', before: before.timeZone, after: 'Asia/Riyadh' },
    ]);
    expect(newest).toMatchObject({ action: 'update', person: { company: before.name } });
  });

  test('names the provider’s person who acted for the client', async () => {
    const integrator = await app.signIn('integrator@rasid.test');
    const path = `/company/${ids.reem}/user/${people['viewer@rasid.test'] ?? people.viewer}`;
    const acting = { headers: { 'customer-id': String(ids.reem) } };
    const changed = await integrator.call('PATCH', path, { ...acting, body: { firstName: 'Mona' } });
    expect(changed.status).toBe(200);
    const { body } = await customer.call('GET', `${path}/history`);
    expect(body.data[0].changes[0]).toMatchObject({ field: 'firstName', after: 'Mona' });
    expect(body.data[0].person.company).not.toBe((await customer.call('GET', `/company/${ids.reem}`)).body.data.name);
  });

  test('holds no secret', async () => {
    const { body } = await customer.call('GET', `/company/${ids.reem}/user/${people.customer}/history`);
    expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash|sealed/);
  });

  test('is not for viewers, nor for other companies', async () => {
    const viewer = await app.signIn('viewer@rasid.test');
    const other = await app.signIn('other@rasid.test');
    expect((await viewer.call('GET', `/company/${ids.reem}/history`)).status).toBe(403);
    expect((await other.call('GET', `/company/${ids.reem}/history`)).status).toBe(404);
  });
});

test('what lies in a record stands in its history: who gave whom which right', async () => {
  const group = (await customer.call('POST', '/swam/permissions-group', { body: { name: 'Night shift' } })).body.data;
  const path = `/swam/permissions-group/${group.id}`;
  const user = people.viewer as number;
  await customer.call('PATCH', path, { body: { permissions: { device: ['read'] }, users: [user] } });
  await customer.call('PATCH', path, { body: { users: [] } });
  const { body } = await customer.call('GET', `${path}/history`);
  const told = body.data.map((line: { action: string; part: boolean; changes: { field: string }[] }) => [
    line.part ? 'part' : 'record',
    line.action,
    ...line.changes.map((change) => change.field),
  ]);
  expect(told).toEqual([
    ['part', 'delete', 'userId'],
    ['part', 'insert', 'entity', 'actions'],
    ['part', 'insert', 'userId'],
    ['record', 'insert', 'name'],
  ]);
  expect(body.data[0].changes[0].before).toMatchObject({ id: user, name: expect.any(String) });
});
