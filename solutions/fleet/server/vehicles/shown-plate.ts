import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import type { ShownVehicle } from '../../common/vehicle/vehicle.ts';

/** The plate of the vehicle `t` without what is stored for the database only. */
export const shownPlate = sql<ShownVehicle['plate']>`(t.plate - ARRAY['key', 'name'])`;

/** `{id, name, plate}` of vehicles by their ids. */
export async function vehiclesNamed(tx: Tx, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('fleetVehicle as t')
    .select(['t.id', 't.name', shownPlate.as('plate')])
    .where('t.id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
