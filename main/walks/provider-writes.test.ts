import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SampleRecords } from '#platform/server/isolation.ts';
import { providerOf } from '../testing/test-contract.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';
import {
  callRoute,
  isPlatformOnly,
  owners,
  type Registered,
  sampleRecords,
  walkedRoutes,
} from './registered-routes.ts';

/*
 * A provider works for its clients, but nothing that it changes for them may outlast its right to do so: who administers the
 * client, how the client is addressed, and whom it is related to. Every call that writes below a company must be
 * declared here as one or the other.
 */

const writes = walkedRoutes.filter(
  (entry) => entry.route.method !== 'GET' && /^\/company\/\{/.test(entry.route.path) && !isPlatformOnly(entry),
);

/**
 * Calls whose effect would outlast the right of a provider, and how they are refused even after the provider has
 * selected the client.
 */
const outlasting: Record<string, [status: number, word: string]> = {
  'PUT /company/{id}/billing-profile': [403, 'own-company-only'],
  'PUT /company/{id}/app/{app}/trial': [404, 'not-found'],
  'PUT /company/{id}/app/{app}/request': [404, 'not-found'],
  'POST /company/{id}/request': [404, 'not-found'],
  'PATCH /company/{id}/request/{requestId}/engage': [404, 'not-found'],
  'PATCH /company/{id}/request/{requestId}/disengage': [404, 'not-found'],
  'PATCH /company/{id}/request/{requestId}/cancel': [404, 'not-found'],
  'PATCH /company/{id}/request/{requestId}/handle': [404, 'not-found'],
  'PATCH /company/{id}/request/{requestId}/service': [404, 'not-found'],
  'PATCH /company/{id}/request/{requestId}/contract': [404, 'not-found'],
};

/** Calls that a provider may make for a client by its contract, once it has selected the client. */
const work = new Set([
  'PATCH /company/{id}',
  'PATCH /company/{id}/com-package',
  'POST /company/{id}/user',
  'POST /company/{id}/user/import',
  'PATCH /company/{id}/user/{userId}',
  'DELETE /company/{id}/user/{userId}',
  'PUT /company/{id}/user/{userId}/app-role',
  'PUT /company/{id}/user/{userId}/email',
  'PUT /company/{id}/user/{userId}/expiration',
  'PUT /company/{id}/user/{userId}/role',
  'PUT /company/{id}/user/{userId}/role/unassign',
  'POST /company/{companyId}/area',
  'PATCH /company/{companyId}/area/{id}',
  'DELETE /company/{companyId}/area/{id}',
  'POST /company/{companyId}/asset',
  'POST /company/{companyId}/asset/import',
  'PATCH /company/{companyId}/asset/{id}',
  'DELETE /company/{companyId}/asset/{id}',
  'POST /company/{companyId}/asset/{id}/attachment',
  'DELETE /company/{companyId}/asset/{id}/attachment/{attachmentId}',
  'POST /company/{companyId}/report',
  'PUT /company/{companyId}/report/{id}',
  'DELETE /company/{companyId}/report/{id}',
  'POST /company/{companyId}/report/{id}/pdf',
  'POST /company/{companyId}/report/run/{id}/cancel',
  'POST /company/{companyId}/report/run/{id}/release',
  'POST /company/{companyId}/report/run/{id}/send',
  'POST /company/{companyId}/report/{id}/receptor',
  'DELETE /company/{companyId}/report/{id}/receptor',
  'POST /company/{companyId}/report/preview',
  'POST /company/{companyId}/structure',
  'POST /company/{companyId}/structure/import',
  'PATCH /company/{companyId}/structure/{id}',
  'DELETE /company/{companyId}/structure/{id}',
  'POST /company/{companyId}/structure/{id}/floor',
  'POST /company/{companyId}/structure/{id}/floors',
  'PATCH /company/{companyId}/structure/{id}/floor/{floorId}',
  'DELETE /company/{companyId}/structure/{id}/floor/{floorId}',
  'POST /company/{companyId}/structure/{id}/space',
  'POST /company/{companyId}/structure/{id}/space/series',
  'PATCH /company/{companyId}/structure/{id}/space/{spaceId}',
  'DELETE /company/{companyId}/structure/{id}/space/{spaceId}',
  'POST /company/{companyId}/order/validate',
  'POST /company/{companyId}/order/ordering-intention',
  'POST /company/{companyId}/order/{id}/payment',
  'POST /company/{companyId}/order/address',
  'PATCH /company/{companyId}/order/address/{id}',
  'DELETE /company/{companyId}/order/address/{id}',
  'POST /company/{companyId}/package/{a}/{b}',
]);

/** Calls that no company may make, for itself or for others. */
const platform: Record<string, string> = {
  'POST /company/{companyId}/order': 'orders are checked out by a Super Admin',
};

/** Calls that change nothing by themselves, so that no client needs to be selected. */
const withoutCustomer: Record<string, string> = {
  'POST /company/{companyId}/order/validate': 'it computes prices and keeps nothing',
};

let app: Rasid;
let provider: TestPerson;
let acting: TestPerson;
let client: SampleRecords;
const inUse = async (what: string, values: unknown[]) => (await app.kit.pool.query(what, values)).rows;

beforeAll(async () => {
  app = await rasid();
  provider = await app.signIn('integrator@rasid.test');
  client = await sampleRecords(app);
  acting = await providerOf(app, await app.signIn('customer@rasid.test'), null);
});
afterAll(() => app.close());

const call = (person: TestPerson, entry: Registered) => {
  const ids = owners.find(([pattern]) => pattern.test(entry.name))?.[1](client, entry.app);
  return callRoute(person, entry, ids);
};

test('the client may be selected by the provider', async () => {
  expect((await acting.call('GET', '/session')).body.data.session.actingFor).toBe(client.company);
});

test('every call that writes below a company is declared as work for a client or as outlasting it', () => {
  const declared = new Set([...Object.keys(outlasting), ...Object.keys(platform), ...work]);
  expect(writes.map(({ name }) => name).filter((name) => !declared.has(name))).toEqual([]);
  const names = new Set(writes.map(({ name }) => name));
  expect([...declared].filter((name) => !names.has(name))).toEqual([]);
});

describe('a provider that has not selected the client', () => {
  test.each(writes.filter(({ name }) => !(name in withoutCustomer)))('changes nothing by $name', async (entry) => {
    const reply = await call(provider, entry);
    expect([reply.status, reply.body.word]).toEqual(
      entry.name in platform ? [403, 'no-permission'] : (outlasting[entry.name] ?? [409, 'select-a-customer']),
    );
  });
});

describe('a provider that has selected the client', () => {
  test.each(writes.filter(({ name }) => name in outlasting))('is refused $name', async (entry) => {
    const reply = await call(acting, entry);
    expect([reply.status, reply.body.word]).toEqual(outlasting[entry.name]);
  });

  test.each([
    ['rename it', { name: 'Evil LLC' }],
    ['change its email address', { email: 'evil@evil.test' }],
  ])('cannot %s', async (_what, body) => {
    const reply = await acting.call('PATCH', `/company/${client.company}`, { body });
    expect([reply.status, reply.body.word]).toEqual([403, 'own-company-only']);
  });

  const administrator = { firstName: 'A', lastName: 'B', role: 'Admin', email: 'mole@evil.test' };
  test.each([
    ['add', 'POST', null, administrator],
    ['remove', 'DELETE', '', undefined],
    ['rename', 'PATCH', '', { firstName: 'Evil' }],
    ['change the address of', 'PUT', '/email', { email: 'mole@evil.test' }],
    ['set an expiry date for', 'PUT', '/expiration', { expiresAt: '2031-01-01T00:00:00.000Z' }],
    ['demote', 'PUT', '/role', { role: 'Viewer' }],
    ['suspend', 'PUT', '/role/unassign', {}],
  ] as const)('cannot %s an administrator', async (_what, method, part, body) => {
    const person = part === null ? '' : `/${client.user}${part}`;
    const reply = await acting.call(method, `/company/${client.company}/user${person}`, { body });
    expect([reply.status, reply.body.word]).toEqual([403, 'own-administrators']);
  });

  test('cannot import an administrator', async () => {
    const lines = [administrator];
    const reply = await acting.call('POST', `/company/${client.company}/user/import`, {
      body: { dryRun: false, lines },
    });
    expect(reply.body.data[0].errors.map(({ msg }: { msg: string }) => msg)).toEqual(['ownAdministrators']);
    expect(await inUse('SELECT FROM users WHERE email = $1', [administrator.email])).toEqual([]);
  });
});
