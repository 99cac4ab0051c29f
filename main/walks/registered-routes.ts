import { randomUUID } from 'node:crypto';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Isolation, SampleRecords } from '#platform/server/isolation.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { apps } from '../apps.ts';
import { sampleBody, sampleOf } from '../sample.ts';
import { slices } from '../slices.ts';
import { testApps } from '../test-apps/index.ts';
import type { Rasid, TestPerson } from '../testing.ts';

export type Registered = { app: AppManifest; route: AnyRoute; name: string };
export type Ids = Partial<Record<string, number | string>>;
export const manifests = [...(apps as readonly AppManifest[]), ...testApps.map(({ app }) => app)];
const files = import.meta.glob<{ isolation: Isolation }>(
  ['../../{core,solutions}/*/server/isolation.ts', '../test-apps/*/isolation.ts'],
  { eager: true },
);
/** The isolation declarations of the slices, in the order of the slices. Records of later ones refer to earlier ones. */
export const isolations = manifests.flatMap(
  ({ id }) => Object.entries(files).find(([path]) => path.split('/').includes(id))?.[1].isolation ?? [],
);
export const allRoutes: Registered[] = manifests.flatMap((app) =>
  Object.values(app.routes).flatMap((set) =>
    Object.values(set).map((route) => ({ app, route, name: `${route.method} ${app.api}${route.path}` })),
  ),
);

/** The address of a route below its app. */
export const routeAddress = ({ route }: Pick<Registered, 'route'>) => `${route.method} ${route.path}`;

/** The declaration and the handler of a call as text, without the app that mounts it. */
function contractOf({ app, route }: Registered): string {
  const { params: _params, query: _query, body: _body, reply: _reply, ...behaviour } = route;
  const server = [...slices, ...testApps].find((slice) => slice.app.id === app.id);
  const set = Object.entries(app.routes).find(([, routes]) => Object.values(routes).includes(route))?.[0] ?? '';
  const name = Object.entries(app.routes[set] ?? {}).find(([, one]) => one === route)?.[0] ?? '';
  const handler = server?.handlers[set]?.[name];
  return JSON.stringify([behaviour, String(handler)])
    .replaceAll(`"${app.id}.`, '"{app}.')
    .replaceAll(`"p_${app.id}_`, '"p_{app}_');
}

const fixtures = new Set(testApps.map(({ app }) => app.id));
const keyOf = (entry: Registered) => `${routeAddress(entry)} ${contractOf(entry)}`;
/** The first fixture app that mounts a call. */
const fixtureOf = new Map<string, string>();
for (const entry of allRoutes.filter(({ app }) => fixtures.has(app.id)))
  if (!fixtureOf.has(keyOf(entry))) fixtureOf.set(keyOf(entry), entry.app.id);

/** Whether another app, a fixture, mounts the same call with the same access and handler, so that it need not be tried again. */
export const isMountedByFixture = (entry: Registered): boolean =>
  entry.app.kind === 'solution' && (fixtureOf.get(keyOf(entry)) ?? entry.app.id) !== entry.app.id;

/** Every call once: those that apps share are tried on the fixture apps, and in a real app only its own. */
export const walkedRoutes: Registered[] = allRoutes.filter((entry) => !isMountedByFixture(entry));
export const isPublicRoute = ({ route }: Registered) => typeof route.access === 'object' && 'public' in route.access;
/** Routes that no user of a company may call, whatever their role. */
export const isPlatformOnly = ({ route: { access } }: Registered) =>
  typeof access === 'object' && 'adminTypes' in access && access.adminTypes !== undefined;
export const hasParameters = ({ name }: Registered) => name.includes('{');

export const mounts = (name: string) =>
  name.includes('{api}') ? manifests.map(({ api }) => name.replace('{api}', api)) : [name];
const routesOf = (part: 'shared' | 'rowsWithoutCompany') =>
  new Set(isolations.flatMap((isolation) => Object.keys(isolation[part] ?? {}).flatMap(mounts)));
export const shared = routesOf('shared');
export const rowsWithoutCompany = routesOf('rowsWithoutCompany');
export const owners = isolations.flatMap((isolation) => isolation.owners ?? []);
export const listsOf = isolations.flatMap((isolation) => isolation.listsOf ?? []);
export const companyWide = isolations.flatMap((isolation) => isolation.companyWide ?? []);
export const sharedSides = isolations.flatMap((isolation) => isolation.sharedRows ?? []);
export const ownOnly = new Set(isolations.flatMap((isolation) => isolation.ownOnly ?? []).flatMap(mounts));
export const ownAccount = new Set(isolations.flatMap((isolation) => isolation.ownAccount ?? []));

const fill = (path: string, ids: Ids) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1));
const query = (route: AnyRoute) => {
  if (!route.query || route.many) return '';
  const values = sampleOf(route.query) as Record<string, string>;
  return `?${new URLSearchParams(values)}`;
};
const body = (route: AnyRoute) => (route.body ? { body: sampleBody(route.body) } : {});
export const callRoute = (person: TestPerson, { app, route }: Registered, ids: Ids = {}) =>
  person.call(route.method, `${fill(`${app.api}${route.path}`, ids)}${query(route)}`, {
    ...body(route),
    // A call without a key is refused before its permission is checked.
    ...(route.idempotent === 'required' ? { headers: { 'idempotency-key': randomUUID() } } : {}),
  });

/** Gives the apps of which the demo has no records to two of its companies, so that walks can tell them apart. */
export const holdApps = ({ kit }: Rasid): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const { reem, qasr } = await demoCompanies(tx);
    for (const { kind, id } of apps as readonly AppManifest[])
      if (kind === 'solution') await grantApp(tx, id, [reem, qasr]);
  });

/** One record of each kind that belongs to the customer of the demo data. */
export async function sampleRecords({ kit }: Rasid): Promise<SampleRecords> {
  const one = async (statement: string, values: readonly unknown[] = []) =>
    (await kit.pool.query(statement, [...values])).rows[0] as SampleRecords;
  const records: SampleRecords = {};
  for (const isolation of isolations)
    Object.assign(records, await isolation.records?.({ one, pool: kit.pool, apps: manifests, records }));
  return records;
}
