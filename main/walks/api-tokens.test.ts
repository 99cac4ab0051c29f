import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAbilities } from '#core/api-tokens/common/open-abilities.ts';
import type { SampleRecords } from '#platform/server/isolation.ts';
import { openHttp } from '../compose.ts';
import { personOn, type Rasid, rasid, type TestPerson } from '../testing.ts';
import {
  callRoute,
  hasParameters,
  holdApps,
  isPublicRoute,
  manifests,
  owners,
  type Registered,
  sampleRecords,
  walkedRoutes,
} from './registered-routes.ts';

const isOpen = ({ route }: Registered) => route.tokens === true;
const open = walkedRoutes.filter(isOpen);
const readDevices = 'sample.device.read';
const names = (routes: readonly Registered[]) => routes.map(({ name }) => name).sort();

/** Slices about money, people, contracts, permissions, sessions and tokens: all of their routes are closed. */
const closedSlices = [
  'accounts',
  'permissions',
  'api-tokens',
  'market',
  'orders',
  'packages',
  'metering',
  'subscriptions',
  'device-requests',
  'access',
  'support',
  'management',
];
/** Entities of the same kinds that apps mount among their own routes. */
const closedEntities =
  /user|guest|person|staff|bill|invoice|payment|tariff|contract|permission|session|password|token|grant/;

let app: Rasid;
let records: SampleRecords;
/** A site of the company at which there is nothing. */
let elsewhere: number;

type Limits = { email?: string; abilities: readonly string[]; structures?: number[] };
/** A program with a token of the person that may send any number of requests. */
async function programOf({ email = 'customer@rasid.test', abilities, structures }: Limits): Promise<TestPerson> {
  const token = `rasid_${randomBytes(32).toString('base64url')}`;
  await app.kit.pool.query(
    `INSERT INTO api_token (company_id, user_id, name, abilities, structures, per_minute, token_hash, hint, expires_at)
     SELECT company_id, id, 'Walk', $2, $3, 1000000, $4, 'walk', now() + interval '1 day' FROM users WHERE email = $1`,
    [email, abilities, structures ?? null, createHash('sha256').update(token).digest()],
  );
  return personOn(app.http, token);
}
const idsOf = (entry: Registered) => owners.find(([pattern]) => pattern.test(entry.name))?.[1](records, entry.app);

beforeAll(async () => {
  app = await rasid();
  await holdApps(app);
  records = await sampleRecords(app);
  const { rows } = await app.kit.pool.query(
    `INSERT INTO structure (company_id, name, country_id) SELECT company_id, 'Elsewhere', country_id FROM structure WHERE id = $1 RETURNING id`,
    [records.structure],
  );
  elsewhere = rows[0].id;
});
afterAll(() => app.close());

test('these routes, and no others, are open to API tokens', () => {
  expect(names(open)).toEqual([
    'GET /company/{companyId}/structure',
    'GET /company/{companyId}/structure/{id}',
    'GET /connector-alarm',
    'GET /connector-alarm/history',
    'GET /defcon/alarm/intrusion',
    'GET /defcon/alarm/intrusion/history',
    'GET /defcon/device-assign',
    'GET /defcon/panel',
    'GET /defcon/panel/{id}',
    'GET /defcon/panel/{id}/event',
    'GET /defcon/panel/{id}/path',
    'GET /defcon/panel/{panelId}/device',
    'GET /defcon/panel/{panelId}/group',
    'GET /defcon/zone',
    'GET /rodent/hit',
    'GET /rodent/trap',
    'GET /rooms/api/alarm',
    'GET /rooms/api/alarm/history',
    'GET /rooms/api/door',
    'GET /rooms/api/watch-alarm',
    'GET /rooms/api/watch-alarm/history',
    'GET /sample/alarm/operational',
    'GET /sample/alarm/operational/history',
    'GET /sample/alarm/status',
    'GET /sample/alarm/status/history',
    'GET /sample/device',
    'GET /sample/device/{id}',
    'GET /sample/device/{id}/channel',
    'GET /sample/device/{id}/event',
    'GET /sample/device/{id}/reading',
    'GET /sample/device/{id}/statistics',
  ]);
});

test('no route about money, people, contracts, permissions, sessions or tokens is open to them', () => {
  expect(names(open.filter(({ app: { id } }) => closedSlices.includes(id)))).toEqual([]);
  expect(openAbilities(manifests).filter((ability) => closedEntities.test(ability.split('.')[1] ?? ''))).toEqual([]);
});

test('a token that is revoked on one server is refused by another one at its next request', async () => {
  const second = await openHttp(app.kit, { webFolder: null });
  const customer = await app.signIn('customer@rasid.test');
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const body = { name: 'Two servers', abilities: [readDevices], structures: null, expiresAt };
  const { token, created } = (await customer.call('POST', '/api-token', { body })).body.data;
  const statusOf = async () => (await personOn(second, token).call('GET', '/sample/device')).status;
  expect(await statusOf()).toBe(200);
  await customer.call('POST', `/api-token/${created.id}/revoke`);
  expect(await statusOf()).toBe(401);
  await second.close();
});

describe('a token with one ability', () => {
  const guarded = walkedRoutes.filter((entry) => !isPublicRoute(entry));
  const namesAbility = ({ route: { access } }: Registered) =>
    typeof access === 'object' && 'ability' in access && access.ability === readDevices;

  test.each(manifests.filter(({ id }) => guarded.some((entry) => entry.app.id === id)))(
    'gets from $id exactly the open routes that name the ability',
    async ({ id }) => {
      const program = await programOf({ abilities: [readDevices] });
      const routes = guarded.filter((entry) => entry.app.id === id);
      const answered: Registered[] = [];
      for (const entry of routes) {
        const { status, body } = await callRoute(program, entry, idsOf(entry));
        if (status !== 403) answered.push(entry);
        else
          expect([entry.name, body.word]).toEqual([entry.name, isOpen(entry) ? 'no-permission' : 'closed-to-tokens']);
      }
      expect(names(answered)).toEqual(names(routes.filter((entry) => isOpen(entry) && namesAbility(entry))));
    },
  );
});

describe('a token with all abilities that can be given', () => {
  const abilities = openAbilities(manifests);

  test('gets no record of a site that it does not name', async () => {
    for (const [table, column] of [
      ['structure', 'name'],
      ['device', 'name'],
      ['alarm', 'subject_name'],
    ])
      await app.kit.pool.query(
        `UPDATE ${table} SET ${column} = 'Hidden ${table} ' || id WHERE company_id = $1 AND id <> $2`,
        [records.company, table === 'structure' ? elsewhere : 0],
      );
    const program = await programOf({ abilities, structures: [elsewhere] });
    for (const entry of open) {
      const { status, body } = await callRoute(program, entry, idsOf(entry));
      expect([entry.name, JSON.stringify(body).match(/Hidden (structure|device|alarm) \d+/)?.[0]]).toEqual([
        entry.name,
        undefined,
      ]);
      if (!entry.route.many) expect([entry.name, status]).toEqual([entry.name, expect.toBeOneOf([403, 404])]);
    }
  });

  test('gets no record of another company', async () => {
    const program = await programOf({ email: 'other@rasid.test', abilities });
    for (const entry of open) {
      const { status, body } = await callRoute(program, entry, idsOf(entry));
      if (hasParameters(entry)) expect([entry.name, status]).toEqual([entry.name, expect.toBeOneOf([403, 404])]);
      else
        expect([
          entry.name,
          body.data.filter((row: { companyId: number }) => row.companyId === records.company),
        ]).toEqual([entry.name, []]);
    }
  });
});
