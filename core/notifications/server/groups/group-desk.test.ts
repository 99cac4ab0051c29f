import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;
let company: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  viewer = await app.signIn('viewer@rasid.test');
  other = await app.signIn('other@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
});
afterAll(() => app.close());

describe.each([
  ['notifications-group', 'notification_group'],
  ['permissions-group', 'permission_group'],
])('the %ss of all apps', (path, table) => {
  const make = async (name: string): Promise<number> =>
    (await customer.call('POST', `/sample/${path}`, { body: { name } })).body.data.id;
  /** A group of an app that the company does not hold. */
  const foreign = async (): Promise<number> =>
    (
      await app.kit.pool.query(
        `INSERT INTO ${table} (company_id, app_id, name, description) VALUES ($1, 'unheld', gen_random_uuid()::text, '') RETURNING id`,
        [company],
      )
    ).rows[0].id;
  const list = async (query = '', person = customer) =>
    (await person.call('GET', `/app-${path}?limit=100${query}`)).body;
  const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

  test('are in one list with their app, for people who may read them', async () => {
    const [id, hidden] = [await make('Night shift'), await foreign()];
    const page = await list();
    expect(page.data).toContainEqual(expect.objectContaining({ id, app: 'sample', name: 'Night shift' }));
    expect(idsOf(page)).not.toContain(hidden);
    expect(idsOf(await list('&app=sample'))).toContain(id);
    expect(idsOf(await list('&app=rooms'))).not.toContain(id);
    expect(idsOf(await list('', viewer))).toContain(id);
    expect(idsOf(await list('', other))).not.toContain(id);
  });

  test('are deleted by those whose app allows it', async () => {
    const [id, hidden] = [await make('Day shift'), await foreign()];
    const remove = async (which: number, person: TestPerson) =>
      (await person.call('DELETE', `/app-${path}/${which}`)).status;
    expect(await remove(id, viewer)).toBe(403);
    expect(await remove(id, other)).toBe(404);
    expect(await remove(hidden, customer)).toBe(404);
    expect(await remove(id, customer)).toBe(204);
    expect(idsOf(await list())).not.toContain(id);
  });

  test('are listed in as many statements however many there are', async () => {
    await make('First');
    const few = await countStatements(app, () => list());
    for (let at = 0; at < 8; at += 1) await make(`More ${at}`);
    expect(await countStatements(app, () => list())).toBe(few);
  });
});
