import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviceApp } from '#core/device-app/common/device-app.ts';
import { anyAccount } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { maskOf } from '#platform/common/permission-mask.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { SampleRecords } from '#platform/server/isolation.ts';
import { apps } from '../apps.ts';
import { openHttp } from '../compose.ts';
import { personOn, type Rasid, rasid, type TestPerson } from '../testing.ts';
import {
  allRoutes,
  callRoute,
  hasParameters,
  holdApps,
  isMountedByFixture,
  isPlatformOnly,
  isPublicRoute,
  listsOf,
  owners,
  ownOnly,
  type Registered,
  routeAddress,
  rowsWithoutCompany,
  sampleRecords,
  shared,
  walkedRoutes,
} from './registered-routes.ts';

let rasidApp: Rasid;
let stranger: TestPerson;
let newcomer: TestPerson;
let powerless: TestPerson;
let powerlessHttp: FastifyInstance;
let foreign: SampleRecords;

beforeAll(async () => {
  rasidApp = await rasid();
  await holdApps(rasidApp);
  stranger = await rasidApp.signIn('other@rasid.test');
  newcomer = await rasidApp.signIn('newcomer@rasid.test');
  // The same person on a server where nobody has a permission.
  powerlessHttp = await openHttp(rasidApp.kit, {
    webFolder: null,
    wrapIdentify: (identify) => async (request) => {
      const actor = await identify(request);
      return (
        actor && {
          ...actor,
          session: {
            ...actor.session,
            mask: maskOf([]),
            abilities: {},
            user: { ...actor.session.user, isAdmin: false },
          },
        }
      );
    },
  });
  powerless = personOn(powerlessHttp, stranger.token);
  foreign = await sampleRecords(rasidApp);
});
afterAll(async () => {
  await powerlessHttp.close();
  await rasidApp.close();
});

describe('every route', () => {
  test('each route is registered once', () => {
    expect(allRoutes.length).toBeGreaterThan(80);
    expect(new Set(allRoutes.map((entry) => entry.name)).size).toBe(allRoutes.length);
  });

  // Commands differ between device apps.
  const ofDeviceApp = (id: string) =>
    Object.values(deviceApp(id).routes)
      .flatMap((set): AnyRoute[] => Object.values(set))
      .filter(({ path }) => !path.includes('/command'));

  test.each((apps as readonly AppManifest[]).filter(({ routes }) => routes.device && routes.template))(
    '$id mounts every call of an app with devices as the fixture app does',
    ({ id, alarmClasses = {} }) => {
      // Who may use the calls for the alarms of all classes depends on the classes: with further ones they are tried here.
      const hasOwnClasses = Object.keys(alarmClasses).length > Object.keys(deviceApp(id).alarmClasses).length;
      const isTriedHere = ({ route }: (typeof allRoutes)[number]) => hasOwnClasses && route.path.startsWith('/alarm');
      const mounted = new Set(
        allRoutes
          .filter((entry) => entry.app.id === id && (isMountedByFixture(entry) || isTriedHere(entry)))
          .map(routeAddress),
      );
      const missing = ofDeviceApp(id)
        .map((route) => routeAddress({ route }))
        .filter((address) => !mounted.has(address));
      expect(missing).toEqual([]);
    },
  );

  test.each(walkedRoutes.filter((entry) => !isPublicRoute(entry)))('$name needs a session', async (entry) => {
    const reply = await callRoute(rasidApp.anonymous, entry);
    expect([reply.status, reply.body.word]).toEqual([401, 'no-session']);
  });

  test.each(walkedRoutes.filter(isPublicRoute))('$name states why it is public', ({ route }) => {
    expect((route.access as { public: string }).public.length).toBeGreaterThan(10);
  });

  test.each(
    walkedRoutes.filter(
      ({ route }) => typeof route.access === 'object' && ('permission' in route.access || 'ability' in route.access),
    ),
  )('$name refuses a user without the permission', async (entry) => {
    const reply = await callRoute(powerless, entry);
    expect([reply.status, reply.body.word]).toEqual([403, 'no-permission']);
  });

  test.each(
    walkedRoutes.filter((entry) => entry.app.kind === 'solution' && !entry.app.everyCompany && !isPublicRoute(entry)),
  )('$name refuses a company that does not hold the app', async (entry) => {
    const reply = await callRoute(newcomer, entry);
    expect([reply.status, reply.body.word]).toEqual([403, 'app-not-held']);
  });

  test.each(walkedRoutes.filter((entry) => hasParameters(entry) && !isPublicRoute(entry) && !shared.has(entry.name)))(
    '$name does not reveal a record of another company',
    async (entry) => {
      const owner = owners.find(([pattern]) => pattern.test(entry.name));
      if (!owner) throw new Error(`${entry.name}: declare in server/isolation.ts which record its parameters identify`);
      const ids = owner[1](foreign, entry.app);
      expect(Object.values(ids), entry.name).not.toContain(undefined);
      const reply = await callRoute(stranger, entry, ids);
      expect([403, 404]).toContain(reply.status);
    },
  );

  test.each(walkedRoutes.filter(isPlatformOnly))('$name refuses users of companies', async (entry) => {
    const reply = await callRoute(stranger, entry);
    expect([reply.status, reply.body.word]).toEqual([403, 'no-permission']);
  });

  test.each(walkedRoutes.filter((entry) => entry.route.many && !hasParameters(entry) && !isPlatformOnly(entry)))(
    '$name lists no rows of another company',
    async (entry) => {
      const reply = await callRoute(stranger, entry);
      expect(reply.status).toBe(200);
      const shape = 'shape' in entry.route.reply ? (entry.route.reply.shape as object) : {};
      if (!('companyId' in shape) && !rowsWithoutCompany.has(entry.name))
        throw new Error(
          `${entry.name}: its rows have no companyId; declare in server/isolation.ts why none can belong to another company`,
        );
      const rows = reply.body.data as { id?: number; companyId?: number }[];
      expect(rows.map((row) => row.companyId)).not.toContain(foreign.company);
      for (const [pattern, record] of listsOf)
        if (pattern.test(entry.name)) expect(rows.map((row) => row.id)).not.toContain(foreign[record]);
    },
  );

  const needsOnlyAccount = ({ route: { access } }: Registered) => access === 'signed-in' || access === anyAccount;

  test('a route without parameters that needs only a session returns only data of the caller', () => {
    const own = walkedRoutes
      .filter((entry) => needsOnlyAccount(entry) && !hasParameters(entry))
      .map((entry) => entry.name);
    expect(own.filter((name) => !ownOnly.has(name))).toEqual([]);
  });
});
