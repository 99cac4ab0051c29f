import { expect, test } from 'vitest';
import { grantApp } from '#core/accounts/server/api.ts';
import { app, customer, ids, qasr, withCompanies } from '#main/testing/test-companies.ts';
import { countStatements, type TestPerson } from '#main/testing.ts';
import { inSystem, inTenant } from '#platform/server/postgres/database.ts';
import type { Actor } from '#platform/server/serve.ts';
import { maxDevicesOnMap } from '../common/small-calls.ts';
import { deviceMap } from './device-map.ts';

withCompanies();

type Mapped = { id: number; latitude: number; longitude: number; worst: string | null };
const mapOf = async (query = '', person: TestPerson = customer): Promise<{ devices: Mapped[]; truncated: boolean }> => {
  const reply = await person.call('GET', `/depot/api/device/map?${query}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.data;
};
const idsOn = async (query = '', person?: TestPerson) => (await mapOf(query, person)).devices.map(({ id }) => id);

const holdDepot = () => inSystem(app.kit.db, (tx) => grantApp(tx, 'depot', [ids.reem, ids.qasr]));
const one = async (statement: string, values: readonly unknown[]) =>
  (await app.kit.pool.query(statement, [...values])).rows[0];
const addStructure = async (name: string, lat: number | null): Promise<number> =>
  (
    await one(
      `INSERT INTO structure (company_id, name, country_id, lat, lng)
       SELECT $1, $2, min(country_id), $3::float8, CASE WHEN $3::float8 IS NOT NULL THEN 55.5 END FROM structure WHERE company_id = $1 RETURNING id`,
      [ids.reem, name, lat],
    )
  ).id;
const addDevice = async (structureId: number | null, serial: string, active = false): Promise<number> =>
  (
    await one(
      `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, state, has_token, activation_at)
       VALUES ($1, 'depot', 921, 92101, 'Shelf', $2, $3, CASE WHEN $3::integer IS NULL THEN 'inventory' ELSE 'installed' END, $4, now() - interval '1 day') RETURNING id`,
      [ids.reem, serial, structureId, active],
    )
  ).id;
const reportFrom = (id: number, lat: number) =>
  app.kit.pool.query(
    `INSERT INTO device_place (device_id, time, lat, lng, source, coarse, suspect, standing) VALUES ($1, now(), $2, 56.5, 0, false, '[]', '[]')`,
    [id, lat],
  );

test('devices are shown at their own position while they are subscribed, and otherwise at their structure', async () => {
  await holdDepot();
  const [located, unknown] = [await addStructure('Hall', 25.5), await addStructure('Nowhere', null)];
  const standing = await addDevice(located, 'D0000001');
  const [roaming, expired] = [await addDevice(unknown, 'D0000002', true), await addDevice(located, 'D0000003')];
  const hidden = await addDevice(unknown, 'D0000004');
  const stock = await addDevice(null, 'D0000005');
  await reportFrom(roaming, 24.5);
  await reportFrom(expired, 24.5);
  const { devices, truncated } = await mapOf();
  expect(truncated).toBe(false);
  expect(devices.map(({ id, latitude, longitude }) => [id, latitude, longitude])).toEqual([
    [standing, 25.5, 55.5],
    [roaming, 24.5, 56.5],
    [expired, 25.5, 55.5],
  ]);
  expect(devices[0]).toMatchObject({
    companyId: ids.reem,
    name: 'Shelf',
    serial: 'D0000001',
    solutionId: 921,
    connection: 'offline',
    worst: null,
  });
  expect(devices.map(({ id }) => id)).not.toContain(hidden);
  expect(devices.map(({ id }) => id)).not.toContain(stock);
  expect(await idsOn('', qasr)).toEqual([]);
});

test('a person sees the devices of the structures of the own groups', async () => {
  const { id: hall } = await one(`SELECT id FROM structure WHERE name = 'Hall'`, []);
  const operator = await app.signIn('operator@rasid.test');
  const { id: operatorId } = (await operator.call('GET', '/session')).body.data.user;
  await app.kit.pool.query(
    `WITH made AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, 'depot', 'Hall') RETURNING id),
          member AS (INSERT INTO permission_group_member (group_id, company_id, user_id) SELECT id, $1, $2 FROM made),
          site AS (INSERT INTO permission_group_resource (group_id, company_id, resource) SELECT id, $1, $3::text FROM made)
     INSERT INTO permission_group_grant (group_id, company_id, entity, actions) SELECT id, $1, 'device', ARRAY['read'] FROM made`,
    [ids.reem, operatorId, hall],
  );
  const [standing, , expired] = await idsOn();
  expect(await idsOn('', operator)).toEqual([standing, expired]);
});

test('a device that a person wears is shown at its structure, wherever the person is', async () => {
  const kit: typeof app.kit = {
    ...app.kit,
    apps: app.kit.apps.map((one) =>
      one.id === 'depot'
        ? {
            ...one,
            hardware: one.hardware?.map((model) => ({ ...model, positions: { person: { sos: 'temperature' } } })),
          }
        : one,
    ),
  };
  const { id: hall } = await one(`SELECT id FROM structure WHERE name = 'Hall'`, []);
  const worn = await addDevice(hall, 'D0000006', true);
  await reportFrom(worn, 24.5);
  const latitudeIn = async (of: typeof kit) => {
    const { session } = (await customer.call('GET', '/session')).body.data;
    const actor: Actor = {
      session,
      scope: { companies: [ids.reem], userId: session.user.id, actingFor: ids.reem },
      sessionId: '',
      locale: 'en',
      email: '',
    };
    const { devices } = await inTenant(kit.db, actor.scope, (tx) =>
      deviceMap({ tx, kit: of, actor, may: () => true, query: {} }, 'depot'),
    );
    return devices.find(({ id }) => id === worn)?.latitude;
  };
  expect([await latitudeIn(app.kit), await latitudeIn(kit)]).toEqual([24.5, 25.5]);
  await app.kit.pool.query('DELETE FROM device WHERE id = $1', [worn]);
});

test('the map is filtered by structure, solution and connection', async () => {
  const { id: hall } = await one(`SELECT id FROM structure WHERE name = 'Hall'`, []);
  const [standing, roaming, expired] = await idsOn();
  expect(await idsOn(`structureId=${hall}`)).toEqual([standing, expired]);
  expect(await idsOn('solutionId=921')).toEqual([standing, roaming, expired]);
  expect(await idsOn('solutionId=901')).toEqual([]);
  await app.kit.pool.query(`UPDATE device SET connection = 'online' WHERE id = $1`, [roaming]);
  expect(await idsOn('connection=online')).toEqual([roaming]);
});

test('a device has the worst severity of its active alarms', async () => {
  const [standing] = await idsOn();
  await app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, device_id, solution_id, structure_id, first_at, last_at)
     SELECT company_id, app, 'operational', s || '-warm', s::alarm_severity, 'device', id, name, id, solution_id, structure_id, now(), now()
       FROM device, unnest(ARRAY['ok', 'poor']) s WHERE id = $1`,
    [standing],
  );
  expect((await mapOf()).devices.map(({ worst }) => worst)).toEqual(['poor', null, null]);
});

test('beyond ten thousand devices the map says that some are left out, in the same number of statements', async () => {
  const few = await countStatements(app, () => mapOf());
  await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, state)
     SELECT company_id, 'depot', 921, 92101, 'Many', 'E' || n, id, 'installed' FROM structure, generate_series(1, $1::integer) n WHERE name = 'Hall'`,
    [maxDevicesOnMap],
  );
  expect(await countStatements(app, () => mapOf())).toBe(few);
  const { devices, truncated } = await mapOf();
  expect([devices.length, truncated]).toEqual([maxDevicesOnMap, true]);
});
