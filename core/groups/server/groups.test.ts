import { beforeEach, describe, expect, test } from 'vitest';
import { app, customer, depotApi, ids, made, permit, stranger, viewer, withRacks } from '#main/testing/racks/racks.ts';

withRacks();
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM record_group');
});

const path = `${depotApi}/rack-group`;
const group = async (name: string, parentId: number | null = null, person = customer): Promise<number> =>
  (await made(person, '/rack-group', { name, parentId })).id;
const change = (id: number, body: object, person = customer) => person.call('PATCH', `${path}/${id}`, { body });
const faultsOf = ({ status, body }: { status: number; body: { errors?: { param: string; msg: string }[] } }) => [
  status,
  ...(body.errors ?? []).map(({ param, msg }) => `${param} ${msg}`),
];
const parents = async () =>
  Object.fromEntries(
    (await customer.call('GET', path)).body.data.map((one: { name: string; parentId: number | null }) => [
      one.name,
      one.parentId,
    ]),
  );

test('groups are made, listed by name, changed and deleted', async () => {
  const { id, ...rest } = await made(customer, '/rack-group', { name: 'Vans', colour: 'teal' });
  expect(rest).toMatchObject({
    companyId: ids.reem,
    name: 'Vans',
    colour: 'teal',
    parentId: null,
    members: 0,
    total: 0,
  });
  await group('Trucks');
  const listed = (await customer.call('GET', path)).body;
  expect([listed.data.map(({ name }: { name: string }) => name), listed.totalRecords]).toEqual([['Trucks', 'Vans'], 2]);
  expect((await change(id, { name: 'Small vans', colour: 'red' })).body.data).toMatchObject({
    name: 'Small vans',
    colour: 'red',
  });
  expect((await customer.call('DELETE', `${path}/${id}`)).status).toBe(204);
  expect((await customer.call('GET', `${path}/${id}`)).status).toBe(404);
});

describe('a name', () => {
  test('is unique among the groups of a kind of records, in any case of letters and form of digits', async () => {
    await group('Zone 1');
    expect(faultsOf(await customer.call('POST', path, { body: { name: 'ZONE ١' } }))).toEqual([418, 'name taken']);
    const other = await group('Zone 2');
    expect(faultsOf(await change(other, { name: 'zone 1' }))).toEqual([418, 'name taken']);
  });

  test('may be that of a group of another kind of records or of another company', async () => {
    await app.kit.pool.query(
      "INSERT INTO record_group (company_id, app_id, subject_type, name) VALUES ($1, 'depot', 'shelf', 'Zone')",
      [ids.reem],
    );
    await group('Zone');
    await group('Zone', null, stranger);
  });

  test('has 1 to 60 characters', async () => {
    expect(faultsOf(await customer.call('POST', path, { body: { name: ' ' } }))).toEqual([418, 'name Required']);
    expect(faultsOf(await customer.call('POST', path, { body: { name: 'a'.repeat(61) } }))).toEqual([
      418,
      'name tooLong',
    ]);
    await group('a'.repeat(60));
  });
});

describe('groups within groups', () => {
  test('have three levels at most, counting what a moved group contains', async () => {
    const top = await group('Top');
    const middle = await group('Middle', top);
    const low = await group('Low', middle);
    const tooDeep = [418, 'parentId tooManyLevels'];
    expect(faultsOf(await customer.call('POST', path, { body: { name: 'Deeper', parentId: low } }))).toEqual(tooDeep);
    const other = await group('Other');
    const inner = await group('Inner', other);
    expect(faultsOf(await change(other, { parentId: middle }))).toEqual(tooDeep);
    expect((await change(inner, { parentId: middle })).status).toBe(200);
    expect((await change(low, { parentId: null })).status).toBe(200);
  });

  test('are never within themselves', async () => {
    const top = await group('Top');
    const middle = await group('Middle', top);
    const low = await group('Low', middle);
    for (const parentId of [top, middle, low])
      expect(faultsOf(await change(top, { parentId }))).toEqual([418, 'parentId withinItself']);
  });

  test('of two that are put into each other at once, only one is', async () => {
    const pairs = await Promise.all(
      [1, 2, 3, 4, 5].map(async (n) => [await group(`A${n}`), await group(`B${n}`)] as [number, number]),
    );
    for (const [a, b] of pairs) {
      const replies = await Promise.all([change(a, { parentId: b }), change(b, { parentId: a })]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 418]);
    }
  });

  test('are of the same company and the same kind of records', async () => {
    const theirs = await group('Theirs', null, stranger);
    const { rows } = await app.kit.pool.query(
      "INSERT INTO record_group (company_id, app_id, subject_type, name) VALUES ($1, 'depot', 'shelf', 'Shelves') RETURNING id",
      [ids.reem],
    );
    for (const parentId of [theirs, rows[0].id, 2_000_000_000])
      expect(faultsOf(await customer.call('POST', path, { body: { name: 'New', parentId } }))).toEqual([
        418,
        'parentId unknown',
      ]);
    // The database refuses it too.
    const forced = app.kit.pool.query('UPDATE record_group SET parent_id = $1 WHERE id = $2', [rows[0].id, theirs]);
    await expect(forced).rejects.toThrow(/foreign key/);
    expect((await customer.call('GET', `${path}/${rows[0].id}`)).status).toBe(404);
  });

  test('move to the group around a deleted one', async () => {
    const top = await group('Top');
    const middle = await group('Middle', top);
    await group('Low', middle);
    await customer.call('DELETE', `${path}/${middle}`);
    expect(await parents()).toEqual({ Top: null, Low: top });
    await customer.call('DELETE', `${path}/${top}`);
    expect(await parents()).toEqual({ Low: null });
  });
});

test('a company has at most 500 groups of a kind of records', async () => {
  await app.kit.pool.query(
    `INSERT INTO record_group (company_id, app_id, subject_type, name)
     SELECT $1, kind[1], kind[2], 'Group ' || n FROM (VALUES (ARRAY['depot', 'rack']), (ARRAY['depot', 'shelf'])) k (kind), generate_series(1, 499) n`,
    [ids.reem],
  );
  await group('The last one');
  const { status, body } = await customer.call('POST', path, { body: { name: 'One too many' } });
  expect([status, body.word, body.detail]).toEqual([409, 'too-many-groups', { count: 500 }]);
});

test('a field is offered groups by the typed text, with those around them', async () => {
  const top = await group('Trucks');
  const middle = await group('Cold chain', top);
  await group('Cold vans', middle);
  await group('Vans');
  const found = (await customer.call('GET', `${path}/suggestion?search=cold`)).body.data;
  expect(found.map(({ name, within }: { name: string; within: string[] }) => [name, within])).toEqual([
    ['Cold chain', ['Trucks']],
    ['Cold vans', ['Trucks', 'Cold chain']],
  ]);
  expect((await stranger.call('GET', `${path}/suggestion`)).body.data).toEqual([]);
});

test('people who only read see groups and change none', async () => {
  const id = await group('Vans');
  await permit(viewer, [['*', 'rack-group', ['read', 'create', 'update', 'delete']]]);
  expect((await viewer.call('GET', `${path}/${id}`)).body.data.name).toBe('Vans');
  expect((await viewer.call('GET', `${path}/suggestion`)).status).toBe(200);
  const refused = await Promise.all([
    viewer.call('POST', path, { body: { name: 'New' } }),
    change(id, { name: 'Other' }, viewer),
    viewer.call('DELETE', `${path}/${id}`),
    viewer.call('POST', `${path}/${id}/member`, { body: { recordIds: [1] } }),
    viewer.call('POST', `${path}/${id}/remove-member`, { body: { recordIds: [1] } }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
});

test('groups of another company are not found', async () => {
  const id = await group('Vans');
  for (const [method, of] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/history'],
  ] as const)
    expect((await stranger.call(method, `${path}/${id}${of}`)).status).toBe(404);
  expect((await change(id, { name: 'Mine' }, stranger)).status).toBe(404);
  expect((await stranger.call('POST', `${path}/${id}/member`, { body: { recordIds: [1] } })).status).toBe(404);
  expect((await stranger.call('GET', path)).body.data).toEqual([]);
});
