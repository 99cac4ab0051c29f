import { beforeEach, describe, expect, test } from 'vitest';
import {
  app,
  customer,
  depotApi,
  ids,
  made,
  newRack,
  operator,
  permit,
  sites,
  stranger,
  withRacks,
} from '#main/testing/racks/racks.ts';
import { countStatements } from '#main/testing.ts';

withRacks();
beforeEach(async () => {
  await app.kit.pool.query("DELETE FROM record_group; DELETE FROM space WHERE kind = 'rack'");
});

const path = `${depotApi}/rack-group`;
const group = async (name: string, parentId: number | null = null): Promise<number> =>
  (await made(customer, '/rack-group', { name, parentId })).id;
type Result = { id: number; result: string };
const send = (id: number, call: 'member' | 'remove-member', records: readonly number[], person = customer) =>
  person.call('POST', `${path}/${id}/${call}`, { body: { recordIds: records } });
const resultsOf = async (...args: Parameters<typeof send>): Promise<string[]> => {
  const { status, body } = await send(...args);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.map(({ id }: Result) => id)).toEqual([...new Set(args[2])]);
  return body.data.map(({ result }: Result) => result);
};
const countsOf = async (id: number, person = customer) => {
  const { members, total } = (await person.call('GET', `${path}/${id}`)).body.data;
  return [members, total];
};
const namesIn = async (query: string, person = customer): Promise<string[]> =>
  (await person.call('GET', `${depotApi}/rack?${query}`)).body.data.map(({ name }: { name: string }) => name);
/** Racks of a company that are made at once. */
async function manyRacks(count: number): Promise<number[]> {
  const { rows } = await app.kit.pool.query(
    "INSERT INTO space (company_id, structure_id, name, kind) SELECT $1, $2, 'R' || n, 'rack' FROM generate_series(1, $3::integer) n RETURNING id",
    [ids.reem, sites[0], count],
  );
  return rows.map(({ id }) => id);
}

describe('records of a group', () => {
  test('are added and removed with a result for each, and a repeated call changes nothing', async () => {
    const vans = await group('Vans');
    const [a, b, c] = [await newRack('A'), await newRack('B'), await newRack('C')];
    expect(await resultsOf(vans, 'member', [a, b, a])).toEqual(['added', 'added']);
    expect(await resultsOf(vans, 'member', [b, c])).toEqual(['unchanged', 'added']);
    expect(await countsOf(vans)).toEqual([3, 3]);
    expect(await resultsOf(vans, 'remove-member', [a, c])).toEqual(['removed', 'removed']);
    expect(await resultsOf(vans, 'remove-member', [a])).toEqual(['unchanged']);
    expect(await namesIn(`groupId=${vans}`)).toEqual(['B']);
  });

  test('are records of this company and this kind only', async () => {
    const vans = await group('Vans');
    const { rows } = await app.kit.pool.query(
      `SELECT (SELECT min(id) FROM space WHERE company_id = $1 AND kind <> 'rack') AS other,
              (SELECT min(id) FROM space WHERE company_id <> $1) AS theirs`,
      [ids.reem],
    );
    expect(await resultsOf(vans, 'member', [rows[0].other, rows[0].theirs, 2_000_000_000])).toEqual(
      Array(3).fill('not-found'),
    );
    expect(await countsOf(vans)).toEqual([0, 0]);
  });

  test('may be in several groups, whose lists name them all', async () => {
    const [vans, cold] = [await group('Vans'), await group('Cold')];
    const rack = await newRack('A');
    await send(vans, 'member', [rack]);
    await send(cold, 'member', [rack]);
    const [shown] = (await customer.call('GET', `${depotApi}/rack`)).body.data;
    expect(shown.groups).toEqual([
      { id: cold, name: 'Cold', colour: 'grey' },
      { id: vans, name: 'Vans', colour: 'grey' },
    ]);
  });

  test('are 1 to 1,000 for each call, in the same number of statements', async () => {
    const vans = await group('Vans');
    const racks = await manyRacks(1001);
    for (const [given, msg] of [
      [[], 'Required'],
      [racks, 'tooLong'],
    ] as const) {
      const { status, body } = await send(vans, 'member', given);
      expect([status, body.errors?.[0]?.msg]).toEqual([418, msg]);
    }
    await send(vans, 'member', racks.slice(0, 1));
    const statements = (of: readonly number[]) => countStatements(app, () => send(vans, 'member', of));
    expect(await statements(racks.slice(0, 1000))).toBe(await statements(racks.slice(0, 2)));
    expect(await countsOf(vans)).toEqual([1000, 1000]);
  });

  test('that are added in two calls at once are all in it', async () => {
    const vans = await group('Vans');
    const racks = await manyRacks(100);
    const replies = await Promise.all(
      [0, 1, 2, 3].map((n) => send(vans, 'member', n % 2 ? racks : racks.toReversed())),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const added = replies.flatMap(({ body }) => body.data.filter(({ result }: Result) => result === 'added'));
    expect(added.length).toBe(100);
  });

  test('leave it when they are deleted, and those of other kinds with the same id stay', async () => {
    await app.kit.pool.query("SELECT rasid_groups('space', 'depot', 'rack')");
    const vans = await group('Vans');
    const [a, b] = [await newRack('A'), await newRack('B')];
    await send(vans, 'member', [a, b]);
    const { rows } = await app.kit.pool.query(
      `WITH other AS (INSERT INTO record_group (company_id, app_id, subject_type, name) VALUES ($1, 'depot', 'shelf', 'Shelves') RETURNING id)
       INSERT INTO record_group_member (group_id, company_id, record_id) SELECT id, $1, $2 FROM other RETURNING group_id AS id`,
      [ids.reem, a],
    );
    expect((await customer.call('DELETE', `${depotApi}/rack/${a}`)).status).toBe(204);
    const left = await app.kit.pool.query('SELECT group_id, record_id FROM record_group_member ORDER BY record_id');
    expect(left.rows).toEqual([
      { group_id: rows[0].id, record_id: a },
      { group_id: vans, record_id: b },
    ]);
    await app.kit.pool.query('DROP TRIGGER leave_groups ON space');
  });

  test('that are deleted without leaving it count and show nowhere', async () => {
    const vans = await group('Vans');
    const [a, b] = [await newRack('A'), await newRack('B')];
    await send(vans, 'member', [a, b]);
    await app.kit.pool.query('DELETE FROM space WHERE id = $1', [a]);
    expect(await countsOf(vans)).toEqual([1, 1]);
    expect(await namesIn(`groupId=${vans}`)).toEqual(['B']);
  });

  test('stay when their group is deleted', async () => {
    const vans = await group('Vans');
    const a = await newRack('A');
    await send(vans, 'member', [a]);
    await customer.call('DELETE', `${path}/${vans}`);
    expect(await namesIn('')).toEqual(['A']);
    expect((await app.kit.pool.query('SELECT FROM record_group_member')).rowCount).toBe(0);
  });
});

describe('a group counts and finds', () => {
  test('the records of all groups within it, each once', async () => {
    const top = await group('Top');
    const middle = await group('Middle', top);
    const low = await group('Low', middle);
    const other = await group('Other');
    const [a, b, c] = [await newRack('A'), await newRack('B'), await newRack('C')];
    await send(top, 'member', [a]);
    await send(middle, 'member', [a, b]);
    await send(low, 'member', [b, c]);
    await send(other, 'member', [c]);
    const listed = (await customer.call('GET', path)).body.data;
    expect(
      Object.fromEntries(
        listed.map((one: { name: string; members: number; total: number }) => [one.name, [one.members, one.total]]),
      ),
    ).toEqual({ Top: [1, 3], Middle: [2, 3], Low: [2, 2], Other: [1, 1] });
    expect(await namesIn(`groupId=${top}`)).toEqual(['A', 'B', 'C']);
    expect(await namesIn(`groupId=${low}`)).toEqual(['B', 'C']);
    expect(await namesIn(`groupId=${other},${top}&search=c`)).toEqual(['C']);
    expect(await namesIn(`groupId=${other}&structureId=${sites[1]}`)).toEqual([]);
  });

  test('nothing by the id of a group of another kind or company', async () => {
    const a = await newRack('A');
    const { rows } = await app.kit.pool.query(
      `WITH other AS (INSERT INTO record_group (company_id, app_id, subject_type, name) VALUES ($1, 'depot', 'shelf', 'Shelves') RETURNING id)
       INSERT INTO record_group_member (group_id, company_id, record_id) SELECT id, $1, $2 FROM other RETURNING group_id AS id`,
      [ids.reem, a],
    );
    expect(await namesIn(`groupId=${rows[0].id}`)).toEqual([]);
    const vans = await group('Vans');
    await send(vans, 'member', [a]);
    expect(await namesIn(`groupId=${vans}`, stranger)).toEqual([]);
  });
});

describe('a person who is limited to a site', () => {
  const here = (actions: readonly string[]) => [sites[0], 'rack-group', actions] as const;

  test('counts and finds only what is there', async () => {
    const vans = await group('Vans');
    const [a, b] = [await newRack('A', sites[0]), await newRack('B', sites[1])];
    await send(vans, 'member', [a, b]);
    await permit(operator, [here(['read'])]);
    expect(await countsOf(vans, operator)).toEqual([1, 1]);
    expect((await operator.call('GET', path)).body.data).toMatchObject([{ members: 1, total: 1 }]);
    expect(await countsOf(vans)).toEqual([2, 2]);
  });

  test('changes only the membership of what is there', async () => {
    const vans = await group('Vans');
    const [a, b] = [await newRack('A', sites[0]), await newRack('B', sites[1])];
    await permit(operator, [here(['read', 'update'])]);
    expect(await resultsOf(vans, 'member', [a, b], operator)).toEqual(['added', 'not-found']);
    await permit(operator, [here(['read', 'update']), [sites[1], 'rack-group', ['read']]]);
    await send(vans, 'member', [b]);
    expect(await resultsOf(vans, 'remove-member', [a, b], operator)).toEqual(['removed', 'no-permission']);
    expect(await countsOf(vans)).toEqual([1, 1]);
  });
});

test('the history of a group names the records that came and went', async () => {
  const vans = await group('Vans');
  const rack = await newRack('Rack 7');
  await send(vans, 'member', [rack]);
  await send(vans, 'remove-member', [rack]);
  await customer.call('PATCH', `${path}/${vans}`, { body: { name: 'Small vans' } });
  const lines = (await customer.call('GET', `${path}/${vans}/history`)).body.data;
  const named = { id: rack, name: 'Rack 7' };
  expect(lines.map(({ action, part, changes }: Record<string, unknown>) => [action, part, changes])).toEqual([
    ['update', false, [{ field: 'name', before: 'Vans', after: 'Small vans' }]],
    ['delete', true, [{ field: 'recordId', before: named, after: null }]],
    ['insert', true, [{ field: 'recordId', before: null, after: named }]],
    ['insert', false, expect.anything()],
  ]);
});
