import { type Engine, type Place, sumOf, type Way } from '#core/roads/common/roads.ts';
import { orderStops, routeThrough } from '#core/roads/server/api.ts';
import { minutesOf } from '#platform/common/time/time-fields.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { PlannedStop } from '../../common/routes/route-stop.ts';

export type Ordering = {
  optimize?: boolean | undefined;
  keepFirst?: boolean | undefined;
  keepLast?: boolean | undefined;
  departAt?: string | undefined;
};
export type PlannedRoute = {
  engine: Engine;
  metres: number;
  seconds: number;
  geometry: readonly Place[];
  /** In their order, with the way from the stop before. */
  stops: readonly (PlannedStop & { metres: number; seconds: number })[];
  order: number[] | null;
  late: { index: number; name: string }[];
};

const secondsOf = (clock: string): number => minutesOf(clock) * 60;

/**
 * The way through stops, in their best order if that is asked for. It may ask the road server: not to be called within a
 * transaction.
 */
export async function planRoute(kit: Kit, given: readonly PlannedStop[], ordering: Ordering): Promise<PlannedRoute> {
  const { order, late } = await orderOf(kit, given, ordering);
  const stops = order ? order.flatMap((at) => given[at] ?? []) : given;
  const way: Way = await routeThrough(
    kit,
    stops.map(({ location }) => location),
  );
  return {
    ...{ engine: way.engine, geometry: way.geometry, ...sumOf(way.legs) },
    stops: stops.map((stop, n) => ({ ...stop, ...(way.legs[n - 1] ?? { metres: 0, seconds: 0 }) })),
    order,
    late: late.flatMap((at) => {
      const name = given[at]?.name;
      return name === undefined ? [] : [{ index: order?.indexOf(at) ?? at, name }];
    }),
  };
}

async function orderOf(kit: Kit, stops: readonly PlannedStop[], asked: Ordering) {
  if (!asked.optimize) return { order: null, late: [] };
  return orderStops(
    kit,
    stops.map(({ location }) => location),
    {
      keepFirst: asked.keepFirst ?? false,
      keepLast: asked.keepLast ?? false,
      departAt: asked.departAt === undefined ? null : secondsOf(asked.departAt),
      windows: stops.map(({ window }) => window && { from: secondsOf(window.from), to: secondsOf(window.to) }),
      serviceSeconds: stops.map(({ serviceMinutes }) => serviceMinutes * 60),
    },
  );
}
