import { sql } from 'kysely';
import { worstOfDevices } from '#core/alarms/server/api.ts';
import { activeDevices, deviceFacts } from '#core/devices/server/api.ts';
import { structurePlaces } from '#core/places/server/api.ts';
import { devicePlaces, personModels } from '#core/tracking/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import type { Context } from '#platform/server/serve.ts';
import { type DeviceMap, type MapQuery, maxDevicesOnMap } from '../common/small-calls.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'> & { query: MapQuery };
type Mapped = DeviceMap['devices'][number];

/**
 * The installed devices of an app that the caller may see, by id: at their own newest position while their subscription is
 * active, otherwise at their structure. The positions of people are left to the calls for them, which record who looks.
 */
export async function deviceMap(context: Reading, app: string): Promise<DeviceMap> {
  const { tx, kit, actor, query } = context;
  const within = resourcesWith(actor.session, app, 'device', 'read');
  const worn = [...personModels(kit.apps).keys()];
  const conditions = [
    inCompanies(actor.scope, 'company_id', 'd'),
    sql`d.app = ${app} AND d.state = 'installed' AND (p.device_id IS NOT NULL OR s.id IS NOT NULL)`,
    ...(within === null ? [] : [sql`d.structure_id = ANY (${within}::integer[])`]),
    ...(query.structureId === undefined ? [] : [sql`d.structure_id = ${query.structureId}`]),
    ...(query.solutionId === undefined ? [] : [sql`d.solution_id = ${query.solutionId}`]),
    ...(query.connection === undefined ? [] : [sql`d.connection = ${query.connection}`]),
  ];
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Omit<Mapped, 'worst'>>`
      SELECT d.id, d.company_id, d.name, d.serial, d.solution_id, d.connection, coalesce(p.lat, s.lat) AS latitude, coalesce(p.lng, s.lng) AS longitude
        FROM ${sql.raw(deviceFacts)} d
        LEFT JOIN ${sql.raw(structurePlaces)} s ON s.id = d.structure_id
        LEFT JOIN (SELECT o.device_id, o.lat, o.lng FROM ${sql.raw(devicePlaces)} o JOIN ${sql.raw(activeDevices)} a ON a.id = o.device_id) p
               ON p.device_id = d.id AND d.hardware_id <> ALL (${worn}::integer[])
       WHERE ${sql.join(conditions, sql` AND `)} ORDER BY d.id LIMIT ${maxDevicesOnMap + 1}`.execute(tx),
  );
  const shown = rows.slice(0, maxDevicesOnMap);
  const worst = await worstOfDevices(
    context,
    shown.map(({ id }) => id),
  );
  return {
    devices: shown.map((row) => ({ ...row, worst: worst.get(row.id) ?? null })),
    truncated: rows.length > shown.length,
  };
}
