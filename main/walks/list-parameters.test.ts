import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRoute } from '#platform/common/route.ts';
import { demoPassword, personOn, type Rasid, rasid, type TestPerson } from '../testing.ts';
import { walkedRoutes } from './registered-routes.ts';

/*
 * Every filter, bound and sort of every list is requested by name, with values that its column may not accept. One
 * bound of each type is requested: the other one is compared by the same expression.
 */

const lists = walkedRoutes
  .filter(({ route }) => route.list)
  .map(({ app: { api }, name, route }) => ({ name, path: `${api}${route.path}`, route }));

const parametersOf = ({ list }: AnyRoute): string[] => [
  ...(list?.filter ?? []).flatMap((field) => [
    `${field}=0`,
    `${field}=x`,
    `${field}[min]=0`,
    `${field}[from]=2026-01-01`,
  ]),
  ...(list?.sort ?? []).flatMap((field) => `sort[${field}]=asc`),
];

let app: Rasid;
const readers: TestPerson[] = [];
beforeAll(async () => {
  app = await rasid();
  for (const email of ['super@rasid.test', 'customer@rasid.test']) {
    const reply = await app.anonymous.call('POST', '/auth/login', { body: { email, password: demoPassword } });
    readers.push(personOn(app.http, reply.body.data.token));
  }
});
afterAll(() => app.close());

test.each(lists)(
  '$name answers each of its filters, bounds and sorts, or names the one that it cannot take',
  async ({ path, route }) => {
    const [{ id: companyId } = { id: 0 }] = (
      await app.kit.pool.query("SELECT company_id AS id FROM users WHERE email = 'customer@rasid.test'")
    ).rows;
    const address = path.replace('{companyId}', String(companyId)).replaceAll(/\{\w+\}/g, '1');
    const plain = await Promise.all(readers.map((reader) => reader.call(route.method, address)));
    const reader = readers[plain.findIndex(({ status }) => status === 200)] ?? readers[0];
    // Without a total only the rows are read, by the same conditions.
    const replies = await Promise.all(
      parametersOf(route).map(async (parameter) => ({
        parameter,
        status: (await reader?.call(route.method, `${address}?limit=1&total=false&${parameter}`))?.status ?? 500,
      })),
    );
    const faults = replies.flatMap(({ parameter, status }) => (status >= 500 ? [`${parameter}: ${status}`] : []));
    expect(faults).toEqual([]);
  },
);
