import { sql } from 'kysely';
import { drawAppGeofence, redrawAppGeofence, removeAppGeofence } from '#core/places/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { facets, records } from '#platform/server/records/records.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import { refuseInUse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  type PointVisit,
  point,
  type pointRoutes,
  type ShownPoint,
  type StoredPoint,
  usualRadius,
  visitDays,
} from '../../common/points/point.ts';
import { routesThrough } from '../routes/route-rows.ts';
import { visitsByVehicles } from './visits.ts';

type Stored = StoredPoint & { geofenceId: number };
type Reading = Pick<Context, 'tx' | 'actor'>;

const circleOf = ({ location: center, radius }: Pick<StoredPoint, 'location' | 'radius'>) =>
  ({ kind: 'circle', center, radius }) as const;

const { read, ...stored } = records<Stored>(point, {
  select: () => ({ geofenceId: sql`t.geofence_id` }),
  async check(context, after, before) {
    if (before) return {};
    const { name, location, radius = usualRadius } = after as StoredPoint;
    const drawn = { companyId: companyOf(context.actor), name, shape: circleOf({ location, radius }) };
    return { radius, geofenceId: await drawAppGeofence(context, 'fleet', drawn) };
  },
  async changed(context, after, before) {
    if (!before) return;
    const shape = circleOf(after);
    const isReshaped = JSON.stringify(shape) !== JSON.stringify(circleOf(before));
    if (isReshaped || after.name !== before.name)
      await redrawAppGeofence(context, { ...after, id: after.geofenceId, shape, isReshaped });
  },
  /** Jobs go on without their point, but a route would lose a stop. */
  removing: async (context, { id }) => refuseInUse('fleet', 'route', await routesThrough(context, id)),
  removed: (context, { geofenceId }) => removeAppGeofence(context, geofenceId),
});

/** Points with the numbers of their visits, in one statement for any number. */
async function shown({ tx, actor }: Reading, rows: readonly Stored[]): Promise<ShownPoint[]> {
  const fences = rows.map(({ geofenceId }) => geofenceId);
  const found = await bypassRls(tx, actor.scope, () =>
    sql<{ fence: number; visits: number }>`
      SELECT v.geofence_id AS fence, count(*)::integer AS visits FROM ${visitsByVehicles(actor, fences)}
       WHERE v.entered_at > now() - make_interval(days => ${visitDays}) GROUP BY 1`.execute(tx),
  );
  const visits = new Map(found.rows.map((row) => [row.fence, row.visits]));
  return rows.map(({ geofenceId, ...row }) => ({ ...row, visits: visits.get(geofenceId) ?? 0 }));
}

async function shownOne(context: Reading, row: Stored): Promise<ShownPoint> {
  const [one] = await shown(context, [row]);
  return one as ShownPoint;
}

export const pointHandlers: Handlers<typeof pointRoutes> = {
  ...stored,
  async list(context) {
    const { data, totalRecords } = await stored.list(context);
    return { data: await shown(context, data), totalRecords };
  },
  categories: (context) =>
    facets(context, {
      table: point.table,
      field: 'category',
      where: [inCompanies(context.actor.scope, 'company_id'), sql`t.category IS NOT NULL`],
    }),
  get: async (context) => shownOne(context, await read(context)),
  create: async (context) => shownOne(context, await stored.create(context)),
  update: async (context) => shownOne(context, await stored.update(context)),
  async visits(context) {
    const { geofenceId } = await read(context);
    const { tx, actor, list } = context;
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<PointVisit & { total: number }>`
        SELECT v.device_id || '/' || round(extract(epoch FROM v.entered_at) * 1000)::bigint AS id, t.company_id, jsonb_build_object('id', t.id, 'name', t.name) AS vehicle,
               v.entered_at, v.left_at, count(*) OVER ()::integer AS total
          FROM ${visitsByVehicles(actor, [geofenceId])} ORDER BY v.entered_at DESC, v.device_id LIMIT ${list.limit} OFFSET ${list.skip}`.execute(
        tx,
      ),
    );
    return {
      data: rows.map(({ total: _, enteredAt, leftAt, ...row }) => ({
        ...row,
        enteredAt: new Date(enteredAt).toISOString(),
        leftAt: leftAt && new Date(leftAt).toISOString(),
      })),
      totalRecords: list.total ? (rows[0]?.total ?? 0) : null,
    };
  },
};
