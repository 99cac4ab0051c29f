import { assertScheduleOf, followSchedule, scheduleNamed } from '#core/schedules/server/api.ts';
import { inTenant, type Tx } from '#platform/server/postgres/database.ts';
import { records } from '#platform/server/records/records.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  plannedRoute,
  routeList,
  type routeRoutes,
  type SavedRoute,
  type ShownRoute,
  type StoredRoute,
  storedRoute,
} from '../../common/routes/route.ts';
import { type Ordering, type PlannedRoute, planRoute } from './plan-route.ts';
import { lineOf, listedRoutes, placedStops, replaceVehicles, stopsOf, writePlan } from './route-rows.ts';

type Stored = StoredRoute & Pick<ShownRoute, 'schedule'>;
type Reading = Pick<Context, 'tx' | 'actor'>;

const { read, ...stored } = records<Stored>(
  { table: plannedRoute.table, list: routeList, row: storedRoute },
  {
    select: () => ({ schedule: scheduleNamed('t.schedule_id') }),
    async check({ tx, actor }, { scheduleId = null }, before) {
      if (scheduleId !== before?.scheduleId)
        await assertScheduleOf(tx, before?.companyId ?? companyOf(actor), scheduleId);
      return {};
    },
  },
);

/** A schedule that routes follow stays. */
export const routeSchedules = followSchedule({
  use: 'routes',
  table: plannedRoute.table,
  refusal: { word: 'schedule-has-routes', count: 'routes' },
});

async function shown(context: Reading, row: Stored): Promise<ShownRoute> {
  const [listed] = await listedRoutes(context, [row]);
  return {
    ...row,
    stopCount: listed?.stopCount ?? 0,
    vehicles: listed?.vehicles ?? [],
    stops: await stopsOf(context, row.id),
    geometry: await lineOf(context, row.id),
  };
}

const saved = async (context: Reading, row: Stored, plan: PlannedRoute | null): Promise<SavedRoute> => ({
  ...(await shown(context, row)),
  order: plan?.order ?? null,
  late: plan?.late ?? [],
});

const wayOf = ({ metres, seconds, engine }: PlannedRoute) => ({ metres, seconds, engine });

/** Without what orders the stops. */
function parted<Body extends Ordering>({ optimize, keepFirst, keepLast, departAt, ...fields }: Body) {
  return { ordering: { optimize, keepFirst, keepLast, departAt }, fields };
}

export const routeHandlers: Handlers<typeof routeRoutes> = {
  history: stored.history,
  remove: stored.remove,
  async list(context) {
    const { data, totalRecords } = await stored.list(context);
    return { data: await listedRoutes(context, data), totalRecords };
  },
  get: async (context) => shown(context, await read(context)),
  async create(context) {
    const { kit, actor } = context;
    const inOne = <Result>(work: (tx: Tx) => Promise<Result>) => inTenant(kit.people.db, actor.scope, work);
    const { ordering, fields } = parted(context.body);
    const { stops, vehicleIds = [], ...body } = fields;
    const placed = await inOne((tx) => placedStops({ tx }, companyOf(actor), stops));
    const plan = await planRoute(kit, placed, ordering);
    return inOne(async (tx) => {
      const within = { ...context, tx };
      const row = await stored.create({ ...within, body: { ...body, ...wayOf(plan) } });
      await writePlan(within, row, plan);
      await replaceVehicles(within, row, vehicleIds);
      return saved(within, row, plan);
    });
  },
  async update(context) {
    const { kit, actor } = context;
    const inOne = <Result>(work: (tx: Tx) => Promise<Result>) => inTenant(kit.people.db, actor.scope, work);
    const { ordering, fields } = parted(context.body);
    const { stops, vehicleIds, ...body } = fields;
    const isPlanned = stops !== undefined || ordering.optimize === true;
    const placed = await inOne(async (tx) => {
      const { id, companyId } = await read({ ...context, tx });
      return isPlanned ? placedStops({ tx }, companyId, stops ?? (await stopsOf({ tx }, id))) : [];
    });
    const plan = isPlanned ? await planRoute(kit, placed, ordering) : null;
    return inOne(async (tx) => {
      const within = { ...context, tx };
      const row = await stored.update({ ...within, body: { ...body, ...(plan ? wayOf(plan) : {}) } });
      if (plan) await writePlan(within, row, plan);
      if (vehicleIds) await replaceVehicles(within, row, vehicleIds);
      return saved(within, row, plan);
    });
  },
};
