import { sql } from 'kysely';
import { worstOfDevices } from '#core/alarms/server/api.ts';
import { columnsOfMoving, type MovingState } from '#core/tracking/common/moving.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Selection } from '../../common/analysis.ts';
import { maxVehiclesOnMap, type VehicleMap } from '../../common/vehicle/routes.ts';
import { isSelected } from '../analysis/selected.ts';
import { movementWith, trackerNow } from './vehicle-status.ts';

/** Commits and clocks differ: vehicles that moved shortly before an answer are repeated in the next one. */
const overlapSeconds = 10;

type Asked = Context & { query: Selection & { since?: string | undefined } };
type Row = {
  id: number;
  name: string;
  deviceId: number;
  lat: number;
  lng: number;
  speed: number | null;
  heading: number | null;
  at: number;
  state: MovingState;
};

/** The vehicles that the caller may see and that have a place, with the worst alarm of their trackers. */
export async function vehicleMap(context: Asked): Promise<VehicleMap> {
  const { tx, actor, query } = context;
  const selected = await isSelected(context, query);
  const moved = query.since === undefined ? sql`true` : sql`n.moved_at > ${query.since}`;
  const found = await bypassRls(tx, actor.scope, () =>
    sql<Row>`
      SELECT t.id, t.name, n.device_id, n.lat, n.lng, n.speed, n.heading, floor(extract(epoch FROM n.time) * 1000)::float8 AS at, ${movementWith} AS state
        FROM fleet_vehicle t ${trackerNow}
       WHERE ${selected} AND t.state <> 'retired' AND n.is_active AND n.lat IS NOT NULL AND ${moved}
       LIMIT ${maxVehiclesOnMap + 1}`.execute(tx),
  );
  const time = await sql<{ until: string }>`SELECT now() - ${overlapSeconds} * interval '1 second' AS until`.execute(
    tx,
  );
  const rows = found.rows.slice(0, maxVehiclesOnMap);
  const worst = await worstOfDevices(
    context,
    rows.map(({ deviceId }) => deviceId),
  );
  return {
    ...columnsOfMoving(rows.map(({ deviceId, ...row }) => ({ ...row, worst: worst.get(deviceId) ?? null }))),
    truncated: found.rows.length > maxVehiclesOnMap,
    until: new Date(time.rows[0]?.until ?? 0).toISOString(),
  };
}
