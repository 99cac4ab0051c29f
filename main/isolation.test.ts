import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppManifest } from '#platform/common/define-app.ts';
import { maskOf } from '#platform/common/permission-mask.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import { apps } from './apps.ts';
import { openHttp } from './compose.ts';
import { sampleOf } from './sample.ts';
import { type Foreign, type Ids, owners } from './test-owners.ts';
import { type Person, personOn, type Rasid, rasid } from './testing.ts';

type Registered = { app: AppManifest; route: AnyRoute; name: string };
const all: Registered[] = (apps as readonly AppManifest[]).flatMap((app) =>
  Object.values(app.routes).flatMap((set) =>
    Object.values(set).map((route) => ({ app, route, name: `${route.method} ${app.api}${route.path}` })),
  ),
);
const isPublic = ({ route }: Registered) => typeof route.access === 'object' && 'public' in route.access;
/** No company’s person passes, whatever their role. */
const forPlatformOnly = ({ route: { access } }: Registered) =>
  typeof access === 'object' && 'adminTypes' in access && access.adminTypes !== undefined;
const parametrised = ({ name }: Registered) => name.includes('{');

/** Addresses whose records belong to nobody. */
const shared = new Map([
  ['GET /country/{id}/city', 'the gazetteer'],
  ['GET /permissions/system-roles/{id}', 'roles are the same for everybody'],
]);
/** Lists whose rows name no company, and why no row can be a foreign one. */
const rowsWithoutCompany = new Map([
  ['GET /company', 'rows are companies: checked by id below'],
  ['GET /user/session', 'the caller’s own sessions: checked in the tests of the slice'],
  [
    'GET /session-log',
    'an administrator’s own companies, else the caller’s own lines: checked in the tests of the slice',
  ],
  ['GET /country', 'the gazetteer'],
  ['GET /country/city', 'the gazetteer'],
  ['GET /country/timezone', 'the gazetteer'],
  ['GET /permissions/system-roles/all', 'roles are the same for everybody'],
  ['GET /permissions/user-roles/all', 'roles are the same for everybody'],
  ['GET /swam/hardware', 'the catalogue'],
  ['GET /swam/solution', 'the catalogue'],
  ['GET /swam/sensor-type', 'the catalogue'],
  ['GET /swam/user-solutions', 'counts: checked in the tests of the slice'],
  ['GET /swam/structure/devices-info', 'structures: checked by id below'],
  ['GET /swam/analysis/structure-portfolio', 'structures: checked by id below'],
  ['GET /swam/alarm/operational/responders', 'people: checked by id below'],
  ['GET /swam/permissions-group/users', 'people: checked by id below'],
  ['GET /swam/notifications-group/users', 'people: checked by id below'],
]);

const fill = (path: string, ids: Ids) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1));
const query = (route: AnyRoute) => {
  if (!route.query || route.many) return '';
  const values = sampleOf(route.query) as Record<string, string>;
  return `?${new URLSearchParams(values)}`;
};
const body = (route: AnyRoute) => (route.body ? { body: sampleOf(route.body) } : {});
const ask = (person: Person, { app, route }: Registered, ids: Ids = {}) =>
  person.call(route.method, `${fill(`${app.api}${route.path}`, ids)}${query(route)}`, body(route));

let rasidApp: Rasid;
let stranger: Person;
let newcomer: Person;
let powerless: Person;
let powerlessHttp: FastifyInstance;
let foreign: Foreign;

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

/** One record of each kind that belongs to the customer of the demo, made where the demo has none. */
async function recordsOf({ kit }: Rasid): Promise<Foreign> {
  const found = await kit.pool.query(`
    WITH c AS (SELECT company_id AS id FROM users WHERE email = 'customer@rasid.test'),
         d AS (SELECT id, company_id, structure_id FROM device WHERE company_id = (SELECT id FROM c) ORDER BY id LIMIT 1),
         alarms AS (INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, first_at, last_at)
           SELECT d.company_id, 'swam', k, 'tamper-' || k, 'ok', d.id, 2, d.structure_id, now(), now() FROM d, unnest(ARRAY['operational', 'status']) k RETURNING id, class),
         letters AS (INSERT INTO dead_letter (device_id, company_id, topic, payload, size, reasons) SELECT id, company_id, 't', '{}', 2, '[]' FROM d RETURNING id),
         areas AS (INSERT INTO area (company_id, name) SELECT id, 'Isolation' FROM c RETURNING id),
         groups AS (INSERT INTO permission_group (company_id, app_id, name, description) SELECT id, 'swam', 'Isolation', '' FROM c RETURNING id),
         notified AS (INSERT INTO notification_group (company_id, app_id, name) SELECT id, 'swam', 'Isolation' FROM c RETURNING id),
         assets AS (INSERT INTO asset (company_id, name, type) SELECT id, 'Isolation', 'pump' FROM c RETURNING id),
         fences AS (INSERT INTO geofence (company_id, name, shape) SELECT id, 'Isolation', '{}' FROM c RETURNING id),
         files AS (INSERT INTO stored_file (company_id, media_type, sha256, width, height, size, bytes) SELECT id, 'image/webp', '', 1, 1, 1, '' FROM c RETURNING id),
         layouts AS (INSERT INTO layout (company_id, structure_id, name, file_id, width, height) SELECT d.company_id, d.structure_id, 'Isolation', f.id, 1, 1 FROM d, files f RETURNING id),
         schedules AS (INSERT INTO notification_schedule (company_id, app, name, frequency, time, zone, active) SELECT id, 'swam', 'Isolation', 'daily', '08:00', 'UTC', false FROM c RETURNING id),
         gateways AS (INSERT INTO lora_gateway (company_id, name, eui) SELECT id, 'Isolation', 'FFFFFFFFFFFFFFFF' FROM c RETURNING id)
    SELECT (SELECT id FROM layouts) AS layout, (SELECT id FROM assets) AS asset, (SELECT id FROM fences) AS geofence, (SELECT id FROM gateways) AS gateway, (SELECT id FROM schedules) AS schedule, (SELECT id FROM notified) AS notified, (SELECT id FROM c) AS company, (SELECT id FROM users WHERE email = 'customer@rasid.test') AS "user", (SELECT structure_id FROM d) AS structure,
           (SELECT min(id) FROM floor WHERE company_id = (SELECT id FROM c)) AS floor, (SELECT min(id) FROM space WHERE company_id = (SELECT id FROM c)) AS space,
           (SELECT id FROM areas) AS area, (SELECT id FROM d) AS device, (SELECT id FROM alarms WHERE class = 'operational') AS operational,
           (SELECT id FROM alarms WHERE class = 'status') AS status, (SELECT id FROM letters) AS letter, (SELECT id FROM groups) AS "group"`);
  const session = await kit.pool.query(
    "INSERT INTO session (user_id, expires_at) SELECT id, now() + interval '1 day' FROM users WHERE email = 'customer@rasid.test' RETURNING id",
  );
  return { ...found.rows[0], session: session.rows[0].id };
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
      if (!owner) throw new Error(`${one.name}: say in owners which foreign record its parameters can name`);
      const reply = await ask(stranger, one, owner[1](foreign));
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
        throw new Error(`${one.name}: its rows name no company; say in rowsWithoutCompany why none can be foreign`);
      const rows = reply.body.data as { id?: number; companyId?: number }[];
      expect(rows.map((row) => row.companyId)).not.toContain(foreign.company);
      if (one.name === 'GET /company') expect(rows.map((row) => row.id)).not.toContain(foreign.company);
      if (/structure/.test(one.name)) expect(rows.map((row) => row.id)).not.toContain(foreign.structure);
      if (/responders|users$/.test(one.name)) expect(rows.map((row) => row.id)).not.toContain(foreign.user);
    },
  );

  test('without parameters that only asks for a session concerns the caller alone', () => {
    const own = all.filter((one) => one.route.access === 'signed-in' && !parametrised(one)).map((one) => one.name);
    expect(own.sort()).toEqual([
      'DELETE /user/parameter',
      'DELETE /user/session',
      // Of the alarms of all apps only those that the caller may read.
      'GET /alarm/unacknowledged',
      'GET /alarm/unacknowledged/count',
      'GET /events',
      'GET /meta',
      'GET /permissions/approvers',
      'GET /permissions/flat',
      'GET /permissions/hierarchy',
      'GET /session',
      'GET /session-log',
      'GET /swam/permissions-group/my',
      'GET /user/parameter',
      'GET /user/session',
      'GET /user/tfa',
      'PATCH /user/tfa-switch',
      'POST /permissions/ask',
      'POST /user/logout',
      'POST /user/parameter',
      'POST /user/validate-phone',
    ]);
  });
});
