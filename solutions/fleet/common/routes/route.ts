import { z } from 'zod';
import { engines, maxGeometry } from '#core/roads/common/roads.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, numberWithin, requiredText } from '#platform/common/validation/validation.ts';
import { clockTime, leastStops, mostStops, newRouteStop, shownRouteStop } from './route-stop.ts';

/** The metres to each side of a new route. */
export const usualCorridor = 200;
/** The minutes by which a new route may begin late. */
export const usualTolerance = 15;
const mostVehicles = 200;

/** A way that vehicles drive again and again. Everybody of the app sees all of the company. */
export const plannedRoute = defineEntity('fleet.route', {
  fields: z.object({
    name: requiredText(120),
    /** So many metres to each side a vehicle is still on the route. */
    corridor: numberWithin(50, 2000).int('outOfRange'),
    /** The hours in which it is driven. */
    scheduleId: id().nullable(),
    /** So many minutes it may begin late. */
    tolerance: numberWithin(0, 120).int('outOfRange'),
    active: z.boolean('Required'),
  }),
  roles: { create: 'Operator', update: 'Operator' },
});

export const routeList = {
  search: ['name'],
  filter: ['active'],
  sort: ['name', 'metres', 'seconds', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

export const storedRoute = plannedRoute.row.extend({
  metres: z.number(),
  /** Of driving, without service. */
  seconds: z.number(),
  engine: z.enum(engines),
});
export type StoredRoute = z.infer<typeof storedRoute>;

const named = z.object({ id: z.number(), name: z.string() });
const listedRoute = storedRoute.extend({
  stopCount: z.number(),
  /** Those that the caller may see. */
  vehicles: z.array(named),
});
export type ListedRoute = z.infer<typeof listedRoute>;

const shownRoute = listedRoute.extend({
  stops: z.array(shownRouteStop),
  schedule: named.nullable(),
  /** Latitude and longitude. */
  geometry: z.array(z.tuple([z.number(), z.number()])).max(maxGeometry),
});
export type ShownRoute = z.infer<typeof shownRoute>;

const savedRoute = shownRoute.extend({
  /** The former positions of the stops in their new order; null if the order was kept. */
  order: z.array(z.number()).nullable(),
  /** The stops that cannot be reached within their windows. */
  late: z.array(z.object({ index: z.number(), name: z.string() })),
});
export type SavedRoute = z.infer<typeof savedRoute>;

const all = '/route';
const one = `${all}/{id}` as const;
const read = plannedRoute.can('read');
const { name, ...optional } = plannedRoute.fields.shape;
const stops = z.array(newRouteStop).min(leastStops, 'tooFewStops').max(mostStops, 'tooMany');
const ordering = {
  vehicleIds: z.array(id()).max(mostVehicles, 'tooMany').optional(),
  /** Puts the stops into the best order before they are stored. */
  optimize: z.boolean().optional(),
  keepFirst: z.boolean().optional(),
  keepLast: z.boolean().optional(),
  /** HH:mm by the clocks of the place; without it the vehicle leaves just in time for the first window. */
  departAt: clockTime.optional(),
};

export const routeRoutes = {
  list: route.list(all, { access: read, reply: listedRoute, list: routeList }),
  get: route.get(one, { access: read, reply: shownRoute }),
  history: historyRoute(plannedRoute.name, one),
  /** A name and the stops suffice. */
  create: route.post(all, {
    access: plannedRoute.can('create'),
    body: z.object({ name, stops, ...z.object(optional).partial().shape, ...ordering }),
    reply: savedRoute,
    ownTransactions: true,
  }),
  update: route.patch(one, {
    access: plannedRoute.can('update'),
    body: plannedRoute.fields.partial().extend({ stops: stops.optional(), ...ordering }),
    reply: savedRoute,
    ownTransactions: true,
  }),
  remove: route.delete(one, { access: plannedRoute.can('delete') }),
};
