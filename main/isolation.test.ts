import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppManifest } from '#platform/common/define-app.ts';
import { maskOf } from '#platform/common/permission-mask.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Isolation, SampleRecords } from '#platform/server/isolation.ts';
import { apps } from './apps.ts';
import { openHttp } from './compose.ts';
import { sampleBody, sampleOf } from './sample.ts';
import { testApps } from './test-apps/index.ts';
import { type Person, personOn, type Rasid, rasid } from './testing.ts';

type Registered = { app: AppManifest; route: AnyRoute; name: string };
type Ids = Partial<Record<string, number | string>>;
const manifests = [...(apps as readonly AppManifest[]), ...testApps.map(({ app }) => app)];
const files = import.meta.glob<{ isolation: Isolation }>(
  ['../{core,solutions}/*/server/isolation.ts', './test-apps/*/isolation.ts'],
  { eager: true },
);
/** What the slices say of their records, in the order of the slices: later ones stand on earlier ones. */
const isolations = manifests.flatMap(
  ({ id }) => Object.entries(files).find(([path]) => path.split('/').includes(id))?.[1].isolation ?? [],
);
const all: Registered[] = manifests.flatMap((app) =>
  Object.values(app.routes).flatMap((set) =>
    Object.values(set).map((route) => ({ app, route, name: `${route.method} ${app.api}${route.path}` })),
  ),
);
const isPublic = ({ route }: Registered) => typeof route.access === 'object' && 'public' in route.access;
/** No company’s person passes, whatever their role. */
const forPlatformOnly = ({ route: { access } }: Registered) =>
  typeof access === 'object' && 'adminTypes' in access && access.adminTypes !== undefined;
const parametrised = ({ name }: Registered) => name.includes('{');

const mounts = (name: string) =>
  name.includes('{api}') ? manifests.map(({ api }) => name.replace('{api}', api)) : [name];
const named = (part: 'shared' | 'rowsWithoutCompany') =>
  new Set(isolations.flatMap((one) => Object.keys(one[part] ?? {}).flatMap(mounts)));
const shared = named('shared');
const rowsWithoutCompany = named('rowsWithoutCompany');
const owners = isolations.flatMap((one) => one.owners ?? []);
const listsOf = isolations.flatMap((one) => one.listsOf ?? []);
const ownOnly = new Set(isolations.flatMap((one) => one.ownOnly ?? []).flatMap(mounts));

const fill = (path: string, ids: Ids) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1));
const query = (route: AnyRoute) => {
  if (!route.query || route.many) return '';
  const values = sampleOf(route.query) as Record<string, string>;
  return `?${new URLSearchParams(values)}`;
};
const body = (route: AnyRoute) => (route.body ? { body: sampleBody(route.body) } : {});
const ask = (person: Person, { app, route }: Registered, ids: Ids = {}) =>
  person.call(route.method, `${fill(`${app.api}${route.path}`, ids)}${query(route)}`, body(route));

let rasidApp: Rasid;
let stranger: Person;
let newcomer: Person;
let powerless: Person;
let powerlessHttp: FastifyInstance;
let foreign: SampleRecords;

beforeAll(async () => {
  rasidApp = await rasid();
  stranger = await rasidApp.signIn('other@rasid.test');
  newcomer = await rasidApp.signIn('newcomer@rasid.test');
  // The same person as seen by a server on which no permission is granted to anybody.
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
  foreign = await recordsOf(rasidApp);
});
afterAll(async () => {
  await powerlessHttp.close();
  await rasidApp.close();
});

/** One record of each kind that belongs to the customer of the demo. */
async function recordsOf({ kit }: Rasid): Promise<SampleRecords> {
  const one = async (statement: string, values: readonly unknown[] = []) =>
    (await kit.pool.query(statement, [...values])).rows[0] as SampleRecords;
  const records: SampleRecords = {};
  for (const isolation of isolations)
    Object.assign(records, await isolation.records?.({ one, pool: kit.pool, apps: manifests, records }));
  return records;
}

describe('every route', () => {
  test('is registered once', () => {
    expect(all.length).toBeGreaterThan(80);
    expect(new Set(all.map((one) => one.name)).size).toBe(all.length);
  });

  test.each(all.filter((one) => !isPublic(one)))('$name needs a session', async (one) => {
    const reply = await ask(rasidApp.anonymous, one);
    expect([reply.status, reply.body.word]).toEqual([401, 'no-session']);
  });

  test.each(all.filter(isPublic))('$name says why it is public', ({ route }) => {
    expect((route.access as { public: string }).public.length).toBeGreaterThan(10);
  });

  test.each(
    all.filter(
      ({ route }) => typeof route.access === 'object' && ('permission' in route.access || 'ability' in route.access),
    ),
  )('$name refuses who has no permission', async (one) => {
    const reply = await ask(powerless, one);
    expect([reply.status, reply.body.word]).toEqual([403, 'no-permission']);
  });

  test.each(all.filter((one) => one.app.kind === 'solution' && !isPublic(one)))(
    '$name refuses a company that does not hold the app',
    async (one) => {
      const reply = await ask(newcomer, one);
      expect([reply.status, reply.body.word]).toEqual([403, 'app-not-held']);
    },
  );

  test.each(all.filter((one) => parametrised(one) && !isPublic(one) && !shared.has(one.name)))(
    '$name does not give a foreign company’s record away',
    async (one) => {
      const owner = owners.find(([pattern]) => pattern.test(one.name));
      if (!owner) throw new Error(`${one.name}: say in server/isolation.ts which record its parameters can name`);
      const ids = owner[1](foreign, one.app);
      expect(Object.values(ids), one.name).not.toContain(undefined);
      const reply = await ask(stranger, one, ids);
      expect([403, 404]).toContain(reply.status);
    },
  );

  test.each(all.filter(forPlatformOnly))('$name is for people of the platform alone', async (one) => {
    const reply = await ask(stranger, one);
    expect([reply.status, reply.body.word]).toEqual([403, 'no-permission']);
  });

  test.each(all.filter((one) => one.route.many && !parametrised(one) && !forPlatformOnly(one)))(
    '$name lists no foreign company’s rows',
    async (one) => {
      const reply = await ask(stranger, one);
      expect(reply.status).toBe(200);
      const shape = 'shape' in one.route.reply ? (one.route.reply.shape as object) : {};
      if (!('companyId' in shape) && !rowsWithoutCompany.has(one.name))
        throw new Error(`${one.name}: its rows name no company; say in server/isolation.ts why none can be foreign`);
      const rows = reply.body.data as { id?: number; companyId?: number }[];
      expect(rows.map((row) => row.companyId)).not.toContain(foreign.company);
      for (const [pattern, record] of listsOf)
        if (pattern.test(one.name)) expect(rows.map((row) => row.id)).not.toContain(foreign[record]);
    },
  );

  test('without parameters that only asks for a session concerns the caller alone', () => {
    const own = all.filter((one) => one.route.access === 'signed-in' && !parametrised(one)).map((one) => one.name);
    expect(own.filter((name) => !ownOnly.has(name))).toEqual([]);
  });
});
