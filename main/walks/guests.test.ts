import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkFor } from '#core/accounts/server/api.ts';
import { type AccessRule, anyAccount } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { maskOf } from '#platform/common/permission-mask.ts';
import type { SampleRecords } from '#platform/server/isolation.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { SliceServer } from '#platform/server/serve.ts';
import { openHttp } from '../compose.ts';
import { slices } from '../slices.ts';
import { addGuest, type TestGuest } from '../testing/test-people.ts';
import { personOn, type Rasid, rasid, type TestPerson } from '../testing.ts';
import {
  callRoute,
  hasParameters,
  isPlatformOnly,
  isPublicRoute,
  manifests,
  ownAccount,
  owners,
  type Registered,
  sampleRecords,
  walkedRoutes,
} from './registered-routes.ts';

/** Guests and the roles within apps that they have. */
const guestRoles = { lodger: ['rooms', 'lodger'], 'guest of another app': ['sample', 'borrower'] } as const;
type Caller = keyof typeof guestRoles;
const callers = Object.keys(guestRoles) as Caller[];

let app: Rasid;
let guests: Record<Caller, TestGuest>;
/** Records of the company whose guests they are. */
let records: SampleRecords;
let unguarded: FastifyInstance;

beforeAll(async () => {
  app = await rasid();
  records = await sampleRecords(app);
  guests = {
    lodger: await addGuest(app, 'lodger@guest.test', [...guestRoles.lodger]),
    'guest of another app': await addGuest(app, 'borrower@guest.test', [...guestRoles['guest of another app']]),
  };
  unguarded = await openHttp(app.kit, { webFolder: null, served: slices.map(withoutGuard), wrapIdentify: powerful });
});
afterAll(async () => {
  await unguarded.close();
  await app.close();
});

/** A slice whose every route is open to anybody with an account. */
const withoutGuard = (slice: SliceServer): SliceServer => ({
  ...slice,
  app: {
    ...slice.app,
    kind: 'core',
    routes: Object.fromEntries(
      Object.entries(slice.app.routes).map(([set, routes]) => [
        set,
        Object.fromEntries(
          Object.entries(routes).map(([name, { tokens: _, ...route }]) => [
            name,
            { ...route, access: isPublicRoute({ route } as Registered) ? route.access : anyAccount },
          ]),
        ),
      ]),
    ),
  },
});

/** The caller has all abilities, so that handlers refuse nothing for the lack of them. */
const powerful: NonNullable<Parameters<typeof openHttp>[1]['wrapIdentify']> = (identify) => async (request, before) => {
  const actor = await identify(request, before);
  if (!actor) return null;
  const { session } = actor;
  const user = { ...session.user, isAdmin: true, role: 'Admin' as const };
  const mask = maskOf(Array.from({ length: 5000 }, (_, index) => index));
  return { ...actor, session: { ...session, user, mask, apps: manifests.map(({ id }) => id) } };
};

const namesRole = (rule: AccessRule, [id, role]: readonly [string, string]): boolean =>
  (rule.appRoles?.app === id && rule.appRoles.roles.includes(role)) ||
  [...(rule.or ?? []), ...(rule.and ?? [])].some((one) => namesRole(one, [id, role]));

/** Whether the access of the route names the role of the guest. */
const isForRole = ({ route: { access } }: Registered, caller: Caller) =>
  typeof access === 'object' && !('public' in access) && namesRole(access, guestRoles[caller]);

const idsOf = (entry: Registered) => owners.find(([pattern]) => pattern.test(entry.name))?.[1](records, entry.app);
const guarded = walkedRoutes.filter((entry) => !isPublicRoute(entry) && !ownAccount.has(entry.name));
const appsWithRoutes = manifests.filter(({ id }) => guarded.some((entry) => entry.app.id === id));
const routesOf = ({ id }: AppManifest) => guarded.filter((entry) => entry.app.id === id);

/** The routes among these that answered otherwise than by a refusal, with their status. */
async function answered(person: TestPerson, routes: readonly Registered[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of routes) {
    const { status } = await callRoute(person, entry, idsOf(entry));
    if (status !== 403 && status !== 404) found.push(`${entry.name} ${status}`);
  }
  return found;
}

describe.each(callers)('a %s', (caller) => {
  test.each(appsWithRoutes)('gets from $id only what names the role', async (manifest) => {
    const routes = routesOf(manifest);
    const own = routes.filter((entry) => isForRole(entry, caller));
    expect(
      await answered(
        guests[caller],
        routes.filter((entry) => !own.includes(entry)),
      ),
    ).toEqual([]);
    expect(await answered(guests[caller], own)).toEqual(own.map(({ name }) => `${name} 200`));
  });
});

test('a lodger reads their own room', async () => {
  expect((await guests.lodger.call('GET', '/rooms/api/room/mine')).body.data).toEqual([{ room: 7 }]);
});

test('only declared routes are open to every guest', () => {
  const open = walkedRoutes.filter(
    ({ route: { access } }) => typeof access === 'object' && 'guests' in access && access.guests,
  );
  expect(open.map(({ name }) => name).sort()).toEqual([...ownAccount].sort());
});

/** What is the same for every company: what the models of an app measure, the gazetteer, and what reports can show. */
const catalogue = /\/(solution|hardware|hardware\/basic|sensor-type|template\/starter|city|report\/widget)$/;

describe('without the guard the database shows a guest no rows of the company', () => {
  test.each(appsWithRoutes)('in the lists of $id', async (manifest) => {
    const lodger = personOn(unguarded, guests.lodger.token);
    const found: string[] = [];
    const lists = routesOf(manifest).filter((entry) => entry.route.many && !isPlatformOnly(entry));
    for (const entry of lists.filter(({ name }) => !catalogue.test(name))) {
      const { status, body } = await callRoute(lodger, entry, idsOf(entry));
      if (status === 200 && body.data.length > 0) found.push(`${entry.name} ${body.data.length}`);
      if (status >= 500) found.push(`${entry.name} ${status}`);
    }
    expect(found).toEqual([]);
  });

  test.each(appsWithRoutes)('in the records of $id', async (manifest) => {
    const lodger = personOn(unguarded, guests.lodger.token);
    const reads = routesOf(manifest).filter((entry) => entry.route.method === 'GET' && !entry.route.many);
    // 418: a record that is identified by a code.
    const found = await answered(
      lodger,
      reads.filter((entry) => hasParameters(entry) && !isPlatformOnly(entry) && !catalogue.test(entry.name)),
    );
    expect(found.filter((line) => !line.endsWith(' 418'))).toEqual([]);
  });

  test('in the search', async () => {
    const { status, body } = await personOn(unguarded, guests.lodger.token).call('GET', '/search?text=demo');
    expect([status, body.data.found]).toEqual([200, []]);
  });
});

test('the holder of a signed link has no call that is for accounts', async () => {
  const subject = { type: 'room', id: 7 };
  const { secret } = await inSystem(app.kit.db, (tx) =>
    linkFor({ tx, kit: app.kit }, { companyId: guests.lodger.companyId, app: 'rooms', kind: 'pass', subject }),
  );
  const authorization = `Link ${secret}`;
  const holder: TestPerson = {
    token: '',
    call: (method, path, options) =>
      app.anonymous.call(method, path, { ...options, headers: { ...options?.headers, authorization } }),
  };
  expect((await holder.call('GET', '/rooms/api/room/seen')).body.data.room).toBe(7);
  const statuses = new Set<number>();
  for (const entry of walkedRoutes.filter((one) => !isPublicRoute(one)))
    statuses.add((await callRoute(holder, entry, idsOf(entry))).status);
  expect([...statuses]).toEqual([401]);
});

test('a guest cannot select a company, nor one of its clients', async () => {
  const { lodger } = guests;
  const select = (id: number) => lodger.call('GET', '/session', { headers: { 'customer-id': String(id) } });
  expect((await select(lodger.companyId)).status).toBe(200);
  expect((await select(lodger.companyId + 1)).status).toBe(403);
});
