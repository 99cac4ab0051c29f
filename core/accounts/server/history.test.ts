import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { app, customer, ids, people, withPeople } from '#main/testing/test-people.ts';
import type { TestPerson } from '#main/testing.ts';

withPeople();

describe('the history of a record', () => {
  test('shows who changed what, with the values before and after, newest first', async () => {
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

  test('shows the name of the provider’s person who acted for the client', async () => {
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

test('the history of a record includes its parts: who gave whom which right', async () => {
  const group = (await customer.call('POST', '/sample/permissions-group', { body: { name: 'Night shift' } })).body.data;
  const path = `/sample/permissions-group/${group.id}`;
  const user = people.viewer as number;
  await customer.call('PATCH', path, { body: { permissions: { device: ['read'] }, users: [user] } });
  await customer.call('PATCH', path, { body: { users: [] } });
  const { body } = await customer.call('GET', `${path}/history`);
  const lines = body.data.map((line: { action: string; part: boolean; changes: { field: string }[] }) => [
    line.part ? 'part' : 'record',
    line.action,
    ...line.changes.map((change) => change.field),
  ]);
  expect(lines).toEqual([
    ['part', 'delete', 'userId'],
    ['part', 'insert', 'entity', 'actions'],
    ['part', 'insert', 'userId'],
    ['record', 'insert', 'name', 'everyone'],
  ]);
  expect(body.data[0].changes[0].before).toMatchObject({ id: user, name: expect.any(String) });
});

test('a company’s history shows which apps it was given and how many units it has left', async () => {
  const admin = await app.signIn('super@rasid.test');
  const path = `/company/${ids.reem}`;
  const { apps } = (await admin.call('GET', path)).body.data;
  await admin.call('PATCH', path, { body: { apps: [] } });
  await admin.call('PATCH', path, { body: { apps } });
  const lines = (await customer.call('GET', `${path}/history?limit=50`)).body.data;
  expect(lines[0]).toMatchObject({
    part: true,
    action: 'insert',
    changes: [{ field: 'appId', before: null, after: apps.at(-1) }],
  });
  const gone = lines.filter((line: { action: string }) => line.action === 'delete');
  expect(gone[0].changes[0]).toMatchObject({ field: 'appId', after: null });
});

test('a changed part is identified', async () => {
  const group = (await customer.call('POST', '/sample/permissions-group', { body: { name: 'Day shift' } })).body.data;
  const path = `/sample/permissions-group/${group.id}`;
  await customer.call('PATCH', path, { body: { permissions: { device: ['read'] } } });
  await customer.call('PATCH', path, { body: { permissions: { device: ['read', 'command'] } } });
  const [newest] = (await customer.call('GET', `${path}/history`)).body.data;
  expect(newest.about).toEqual([{ field: 'entity', value: 'device' }]);
  expect(newest.changes.map((change: { field: string }) => change.field)).toEqual(['actions']);
});

test('a group’s history names its structures, also deleted ones, and shows when it applies to all', async () => {
  const made = await customer.call('POST', `/company/${ids.reem}/structure`, {
    body: { name: 'Old annex', countryId: 233 },
  });
  const structure = made.body.data.id;
  const group = (
    await customer.call('POST', '/sample/permissions-group', { body: { name: 'Annex', resources: [structure] } })
  ).body.data;
  await customer.call('PATCH', `/sample/permissions-group/${group.id}`, { body: { resources: ['*'] } });
  await customer.call('DELETE', `/company/${ids.reem}/structure/${structure}`);
  const { data } = (await customer.call('GET', `/sample/permissions-group/${group.id}/history`)).body;
  const lines = data.flatMap((line: { changes: { field: string; before: unknown; after: unknown }[] }) =>
    line.changes.filter(({ field }) => field === 'resource').map(({ before, after }) => before ?? after),
  );
  expect(lines).toEqual(expect.arrayContaining(['*', { id: structure, name: 'Old annex' }]));
});

test('a record that a foreign key refers to is shown by its last name, even after its deletion, and parts are identified by their keys', async () => {
  const own = `/company/${ids.reem}`;
  const made = async (path: string, body: object) => (await customer.call('POST', path, { body })).body.data.id;
  const structure = await made(`${own}/structure`, { name: 'Keyed hall', countryId: 233 });
  const asset = await made(`${own}/asset`, { name: 'Keyed pump', type: 'pump', structureId: structure });
  const floor = await made(`${own}/structure/${structure}/floor`, { name: 'Keyed floor', level: 3 });
  await customer.call('PATCH', `${own}/structure/${structure}/floor/${floor}`, { body: { level: 4 } });
  const [line] = (await customer.call('GET', `${own}/structure/${structure}/history`)).body.data;
  expect(line).toMatchObject({
    part: true,
    changes: [{ field: 'level', before: 3, after: 4 }],
    about: [{ field: 'name', value: 'Keyed floor' }],
  });
  await customer.call('DELETE', `${own}/structure/${structure}/floor/${floor}`);
  expect((await customer.call('DELETE', `${own}/structure/${structure}`)).body.word).toBe('in-use');
  await customer.call('PATCH', `${own}/asset/${asset}`, { body: { structureId: null } });
  expect((await customer.call('DELETE', `${own}/structure/${structure}`)).status).toBe(204);
  const lines = (await customer.call('GET', `${own}/asset/${asset}/history`)).body.data;
  const places = lines.flatMap((one: { changes: { field: string }[] }) =>
    one.changes.filter(({ field }) => field === 'structureId'),
  );
  const named = { id: structure, name: 'Keyed hall' };
  expect(places).toEqual([
    { field: 'structureId', before: named, after: null },
    { field: 'structureId', before: null, after: named },
  ]);
});

describe('the list of all changes of a company', () => {
  const log = (who: TestPerson, query = '') => who.call('GET', `/company/${ids.reem}/change-log${query}`);

  test('shows who deleted what, with the name that it had', async () => {
    const structure = (
      await customer.call('POST', `/company/${ids.reem}/structure`, {
        body: { name: 'Gone hall', countryId: 233 },
      })
    ).body.data.id;
    await customer.call('DELETE', `/company/${ids.reem}/structure/${structure}`);
    const { status, body } = await log(customer, '?kind=structure&action=delete');
    expect(status).toBe(200);
    expect(body.data[0]).toMatchObject({
      action: 'delete',
      record: { kind: 'structure', id: String(structure), name: 'Gone hall', within: null },
      person: { id: people.customer },
    });
    expect(body.data[0].changes).toEqual(expect.arrayContaining([{ field: 'name', before: 'Gone hall', after: null }]));
  });

  test('shows to which group a member was added', async () => {
    const group = (await customer.call('POST', '/sample/permissions-group', { body: { name: 'Weekend' } })).body.data;
    await customer.call('PATCH', `/sample/permissions-group/${group.id}`, { body: { users: [people.viewer] } });
    const { data } = (await log(customer, '?kind=permissionGroupMember')).body;
    expect(data[0]).toMatchObject({ record: { within: { kind: 'permissionGroup', name: 'Weekend' } } });
    expect(data[0].changes).toEqual([
      { field: 'userId', before: null, after: { id: people.viewer, name: expect.any(String) } },
    ]);
  });

  test('names a record without a name by its type and subject, and a contract by the other company', async () => {
    const [tank] = (
      await app.kit.pool.query(
        'SELECT id, coalesce(name, serial) AS name FROM device WHERE company_id = $1 ORDER BY id LIMIT 1',
        [ids.reem],
      )
    ).rows;
    await app.kit.pool.query(
      `INSERT INTO alarm_rule (company_id, app, class, kind, name, device_id, levels)
       VALUES ($1, 'sample', 'operational', 'leak', 'Leak', $2, '[]')`,
      [ids.reem, tank.id],
    );
    await app.kit.pool.query(
      `INSERT INTO device_command (device_id, company_id, method, params, expires_at)
       VALUES ($2, $1, 'switch', '{"state":"on"}', now())`,
      [ids.reem, tank.id],
    );
    await app.kit.pool.query(
      'UPDATE company_relation SET contract_from = now() WHERE provider_id = $1 AND client_id = $2',
      [ids.najm, ids.reem],
    );
    const newest = async (kind: string) => (await log(customer, `?kind=${kind}&limit=1`)).body.data[0].record;
    expect(await newest('alarmRule')).toMatchObject({ name: 'Leak', word: null, words: { kind: 'alarms' } });
    expect(await newest('deviceCommand')).toMatchObject({
      word: { section: 'commands', app: null, keys: ['switch', 'on'] },
      within: { kind: 'device', name: tank.name },
    });
    expect(await newest('companyRequest')).toMatchObject({ word: { section: 'values.requestType' }, within: null });
    expect(await newest('companyRelation')).toMatchObject({ name: 'Najm Integration', word: null });
  });

  test.each(['5', '"text"', '[1, {"a": 2}]', 'null', '{"a": {"b": [1]}}'])(
    'is read although a command was sent with the parameters %s',
    async (params) => {
      const device = await app.kit.pool.query('SELECT id FROM device WHERE company_id = $1 LIMIT 1', [ids.reem]);
      await app.kit.pool.query(
        "INSERT INTO device_command (company_id, device_id, method, params, requested_by, expires_at) VALUES ($1, $2, 'odd', $3, $4, now())",
        [ids.reem, device.rows[0].id, params, people.operator],
      );
      const reply = await customer.call('GET', `/company/${ids.reem}/change-log?kind=deviceCommand`);
      expect(reply.status).toBe(200);
      expect(reply.body.data[0].record.word.keys[0]).toBe('odd');
    },
  );

  test('is narrowed by person, action and date', async () => {
    const mine = (await log(customer, `?userId=${people.customer}&limit=50`)).body.data;
    expect(mine.length).toBeGreaterThan(0);
    expect(mine.every((line: { person: { id: number } }) => line.person.id === people.customer)).toBe(true);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await log(customer, `?at[from]=${tomorrow}`)).body.totalRecords).toBe(0);
  });

  test('is for administrators of the company and of the platform', async () => {
    const [admin, viewer, other] = await Promise.all(
      ['super', 'viewer', 'other'].map((name) => app.signIn(`${name}@rasid.test`)),
    );
    expect((await log(admin as TestPerson)).status).toBe(200);
    expect((await log(viewer as TestPerson)).status).toBe(403);
    expect((await log(other as TestPerson)).status).toBe(404);
  });

  test('holds no secret', async () => {
    expect(JSON.stringify((await log(customer, '?kind=users&limit=50')).body)).not.toMatch(
      /argon2|passwordHash|sealed/,
    );
  });
});

test('every kind of record whose changes are logged has a name in both languages', async () => {
  const { data } = (await customer.call('GET', `/company/${ids.reem}/change-log/kinds`)).body;
  expect(data).toEqual(expect.arrayContaining(['structure', 'device', 'users', 'permissionGroupMember']));
  for (const language of ['en', 'ar']) {
    const named = globSync(`{core,solutions}/*/locales/${language}.json`).flatMap((path) =>
      Object.keys(JSON.parse(readFileSync(path, 'utf8')).records ?? {}),
    );
    expect(named).toEqual(expect.arrayContaining(data));
  }
});
