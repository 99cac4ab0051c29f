import { type RawBuilder, sql } from 'kysely';
import { fittingSpans } from '#core/fittings/server/api.ts';
import { groupsOfRecords } from '#core/groups/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import type { VehicleMetadata } from '../../common/vehicle/routes.ts';
import { type VehicleStatus, vehicle } from '../../common/vehicle/vehicle.ts';
import { seenVehicle } from './may.ts';
import { papersNow, statusNow } from './vehicle-status.ts';

type FittedTracker = { deviceId: number; vehicle: { id: number; name: string } };
type Asking = Pick<Context, 'tx' | 'actor'>;

/** The numbers of the vehicles `t` with a condition, by what they do now. */
export async function countStatuses(
  { tx, actor }: Asking,
  where: RawBuilder<unknown>,
): Promise<{ value: VehicleStatus; count: number }[]> {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<{ value: VehicleStatus; count: number }>`
      SELECT ${statusNow} AS value, count(*)::integer AS count FROM fleet_vehicle t WHERE ${where} GROUP BY 1 ORDER BY 2 DESC, 1`.execute(
      tx,
    ),
  );
  return rows;
}

/** A condition on the vehicle `t`: the caller may see it. */
const isSeen = (actor: Actor) => sql`(${inCompanies(actor.scope, 'company_id')} AND ${seenVehicle(actor)})`;

type Facets = Omit<VehicleMetadata, 'total' | 'statuses' | 'groups'>;
type Facet = { field: keyof Facets; value: string; count: number };

/** The numbers of vehicles that are directly in each group. */
async function groupCounts({ tx, actor }: Asking): Promise<VehicleMetadata['groups']> {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<{ id: number }>`
      SELECT t.id FROM fleet_vehicle t WHERE ${isSeen(actor)} AND t.state <> 'retired'`.execute(tx),
  );
  const groups = new Map<number, VehicleMetadata['groups'][number]>();
  const ids = rows.map(({ id }) => id);
  for (const { id, name } of [...(await groupsOfRecords(tx, vehicle, ids)).values()].flat())
    groups.set(id, { id, name, count: (groups.get(id)?.count ?? 0) + 1 });
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

/** The numbers of vehicles with each value of a filter. */
export async function vehicleMetadata(context: Asking): Promise<VehicleMetadata> {
  const { tx, actor } = context;
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Facet>`
      SELECT v.field, v.value, count(*)::integer AS count
        FROM fleet_vehicle t CROSS JOIN LATERAL (VALUES ('types', t.type), ('propulsions', t.propulsion), ('makes', t.make), ('papers', ${papersNow})) v (field, value)
       WHERE ${isSeen(actor)} AND t.state <> 'retired' AND v.value IS NOT NULL
       GROUP BY 1, 2 ORDER BY 3 DESC, 2`.execute(tx),
  );
  const statuses = await countStatuses(context, isSeen(actor));
  const total = statuses.filter(({ value }) => value !== 'retired').reduce((sum, { count }) => sum + count, 0);
  const of = (field: keyof Facets) =>
    rows.flatMap((row) => (row.field === field ? [{ value: row.value, count: row.count }] : []));
  return {
    total,
    statuses,
    types: of('types'),
    propulsions: of('propulsions'),
    makes: of('makes'),
    papers: of('papers'),
    groups: await groupCounts(context),
  };
}

/** The devices that are fitted to vehicles which the caller may see. */
export async function fittedTrackers({ tx, actor }: Asking): Promise<FittedTracker[]> {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<FittedTracker>`
      SELECT f.device_id, jsonb_build_object('id', t.id, 'name', t.name) AS vehicle FROM fleet_vehicle t
        JOIN ${sql.raw(fittingSpans)} f ON f.company_id = t.company_id AND f.subject_type = 'vehicle' AND f.subject_id = t.id AND f.to_at IS NULL
       WHERE ${isSeen(actor)} ORDER BY f.device_id`.execute(tx),
  );
  return rows;
}
