import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
const bulk = 150;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  viewer = await app.signIn('viewer@rasid.test');
  await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, battery)
     SELECT (SELECT company_id FROM users WHERE email = 'customer@rasid.test'), 'sample', 901, 90101, 'Bulk ' || lpad(n::text, 3, '0'), 'BULK' || n, n % 101 FROM generate_series(1, ${bulk}) n`,
  );
});
afterAll(() => app.close());

type Row = { id: number; name: string; serial: string; solutionId: number; connection: string; battery: number | null };
const request = (query: string, person = customer) => person.call('GET', `/sample/device?${query}`);
const rows = async (query: string): Promise<Row[]> => (await request(query)).body.data;

describe('a page of devices', () => {
  test('needs the same number of statements for any number of rows', async () => {
    const statementsForOne = await countStatements(app, () => request('limit=1'));
    const statementsForHundred = await countStatements(app, () => request('limit=100'));
    expect(statementsForHundred).toBe(statementsForOne);
    expect(statementsForOne).toBeLessThanOrEqual(9);
    expect(await countStatements(app, () => request('limit=100&search=bulk&sort[name]=asc&solutionId=901'))).toBe(
      statementsForOne,
    );
  });

  test('has at most a hundred rows, newest first', async () => {
    const { body } = await request('limit=5000');
    const ids = body.data.map((row: Row) => row.id);
    expect(ids).toHaveLength(100);
    expect(ids).toEqual([...ids].sort((a: number, b: number) => b - a));
    expect(body.totalRecords).toBeGreaterThan(bulk);
  });

  test('continues on the next page without gaps or repetitions', async () => {
    const whole = await rows('limit=60&search=bulk&sort[battery]=asc');
    const pages = [
      ...(await rows('limit=30&search=bulk&sort[battery]=asc')),
      ...(await rows('limit=30&skip=30&search=bulk&sort[battery]=asc')),
    ];
    expect(pages).toEqual(whole);
    expect(await rows('limit=30&offset=30&search=bulk&sort[battery]=asc')).toEqual(whole.slice(30));
  });

  test('beyond the end is empty but has the total', async () => {
    expect((await request('search=bulk&skip=1000')).body).toEqual({ data: [], totalRecords: bulk });
  });

  test('has no total when none is requested', async () => {
    const { body } = await request('search=bulk&total=false&limit=2');
    expect([body.data.length, body.totalRecords]).toEqual([2, null]);
  });
});

describe('a search for devices', () => {
  const searchAfterRename = async (name: string) => {
    const [first] = await rows('limit=1&search=bulk 001');
    await customer.call('PATCH', `/sample/device/${first?.id}`, { body: { name } });
    return async (query: string) => {
      const ids = (await rows(`search=${encodeURIComponent(query)}`)).map((row) => row.id);
      return ids.includes(first?.id ?? 0);
    };
  };

  test('finds devices by name and by serial in any case', async () => {
    expect((await rows('search=BULK 07')).every((row) => row.name.startsWith('Bulk 07'))).toBe(true);
    expect((await rows('search=bulk77')).map((row) => row.serial)).toEqual(['BULK77']);
  });

  test('treats variants of Arabic letters, diacritics and digits as equal', async () => {
    const finds = await searchAfterRename('أُنبوب المبنى الرئيسيّة ٣٧ bulk 001');
    for (const query of [
      'انبوب',
      'إنبوب',
      'أنبوب',
      'المبني',
      'المبنى',
      'الرئيسيه',
      'الرئيسية',
      '37',
      '٣٧',
      'الرئيسـيّة',
    ])
      expect([query, await finds(query)]).toEqual([query, true]);
    expect(await finds('خزان')).toBe(false);
  });

  test('finds a long number by any part of it, but not by another number with the same end', async () => {
    const finds = await searchAfterRename('meter 70B3D5000F3E5801 bulk 001');
    for (const query of ['70b3d5000f3e5801', '5000F3E58', 'meter 70b3d5000f', '٧٠B3D5000F3E5801'])
      expect([query, await finds(query)]).toEqual([query, true]);
    expect(await finds('99b3d5000f3e5801')).toBe(false);
  });

  test('treats wildcards and quotes as plain characters', async () => {
    const finds = await searchAfterRename('100% bulk_001 \\ end');
    expect(await finds('100%')).toBe(true);
    expect(await finds('k_0')).toBe(true);
    expect(await finds('\\')).toBe(true);
    expect(await finds('b%k')).toBe(false);
    expect(await finds("' OR 1=1 --")).toBe(false);
  });
});

describe('filters and sort orders of devices', () => {
  test('limit the list to one value, several values and a range', async () => {
    expect(new Set((await rows('solutionId=903&limit=100')).map((row) => row.solutionId))).toEqual(new Set([903]));
    expect(new Set((await rows('solutionId=903,904&limit=100')).map((row) => row.solutionId))).toEqual(
      new Set([903, 904]),
    );
    expect((await rows('connection=online')).every((row) => row.connection === 'online')).toBe(true);
    const batteries = (await rows('battery[min]=10&battery[max]=12&search=bulk')).map((row) => row.battery);
    expect(batteries.sort()).toEqual([10, 10, 11, 11, 12, 12]);
    expect((await request('createdAt[from]=2999-01-01T00:00:00Z')).body).toEqual({ data: [], totalRecords: 0 });
  });

  test('sort in both directions, with the id as the last criterion', async () => {
    const names = (await rows('search=bulk 0&sort[name]=desc&limit=100')).map((row) => row.name);
    expect(names).toEqual([...names].sort().reverse());
    const equals = (await rows('search=bulk&battery[min]=20&battery[max]=20&sort[battery]=asc')).map((row) => row.id);
    expect(equals).toEqual([...equals].sort((a, b) => a - b));
  });

  test.each([
    ['colour=red', 'colour', 'unknownFilter'],
    ['serial=1', 'serial', 'unknownFilter'],
    ['sort[serial]=asc', 'sort[serial]', 'unknownSort'],
    ['sort[name]=up', 'sort[name]', 'unknownSort'],
    ['limit=many', 'limit', 'enterANumber'],
    ['battery[min]=low', 'battery[min]', 'enterANumber'],
    ['createdAt[from]=noon', 'createdAt[from]', 'invalidDate'],
  ])('refuse the query %s', async (query, param, msg) => {
    const reply = await request(query);
    expect([reply.status, reply.body.errors]).toEqual([418, [{ param, msg }]]);
  });

  test('count only the devices in the structures that the person can see', async () => {
    const reply = await request('limit=100', viewer);
    expect(reply.body.totalRecords).toBe(reply.body.data.length);
    expect(reply.body.totalRecords).toBeLessThan(bulk);
    expect((await request('search=bulk', viewer)).body.totalRecords).toBe(0);
  });
});
