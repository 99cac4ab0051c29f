import { z } from 'zod';
import { recordGroupRoutes } from '#core/groups/common/record-group.ts';
import { movingColumns } from '#core/tracking/common/moving.ts';
import { fileRoutes } from '#platform/common/attachment.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { importRoute } from '#platform/common/import.ts';
import { recordStep } from '#platform/common/lifecycle/lifecycle.ts';
import { stepRoutes } from '#platform/common/lifecycle/step-routes.ts';
import { route } from '#platform/common/route.ts';
import { megabyte } from '#platform/common/upload.ts';
import { instant, requiredText } from '#platform/common/validation/validation.ts';
import { selection } from '../analysis.ts';
import { shownVehicle, vehicle, vehicleLifecycle, vehicleList, vehicleStatuses } from './vehicle.ts';

const all = '/vehicle';
const one = `${all}/{id}` as const;
const read = vehicle.can('read');

const { name, structureId, plate, type, propulsion, ...optional } = vehicle.fields.shape;
const body = z.object({ name, structureId, plate, type, propulsion, ...z.object(optional).partial().shape });

const counts = z.array(z.object({ value: z.string(), count: z.number() }));
/** The numbers of vehicles that the list shows with each filter; those that are not retired, but for the statuses. */
const metadata = z.object({
  total: z.number(),
  statuses: z.array(z.object({ value: z.enum(vehicleStatuses), count: z.number() })),
  types: counts,
  propulsions: counts,
  makes: counts,
  papers: counts,
  groups: z.array(z.object({ id: z.number(), name: z.string(), count: z.number() })),
});
export type VehicleMetadata = z.infer<typeof metadata>;

const trackers = z.array(z.object({ deviceId: z.number(), vehicle: z.object({ id: z.number(), name: z.string() }) }));

const step = stepRoutes(vehicleLifecycle, all, shownVehicle);
const reason = z.strictObject({ reason: requiredText(500) });

export const vehicleRoutes = {
  list: route.list(all, { access: read, reply: shownVehicle, list: vehicleList }),
  metadata: route.get(`${all}/metadata`, { access: read, reply: metadata }),
  /** The devices that are fitted to vehicles now. */
  trackers: route.get(`${all}/tracker`, { access: read, reply: trackers }),
  get: route.get(one, { access: read, reply: shownVehicle }),
  history: historyRoute(vehicle.name, one),
  steps: route.get(`${one}/step`, { access: read, reply: z.array(recordStep) }),
  create: route.post(all, { access: vehicle.can('create'), body, reply: shownVehicle }),
  import: importRoute(all, vehicle.can('import')),
  update: route.patch(one, {
    access: vehicle.can('update'),
    body: vehicle.fields.partial(),
    reply: shownVehicle,
  }),
  /** Only of a vehicle that has made no journeys; others are retired. */
  remove: route.delete(one, { access: vehicle.can('delete') }),
  suspend: step('suspend', { access: vehicle.can('suspend'), body: reason }),
  unsuspend: step('unsuspend', { access: vehicle.can('suspend') }),
  retire: step('retire', { access: vehicle.can('retire'), body: reason }),
};

/** The most vehicles on a map. */
export const maxVehiclesOnMap = 10_000;
const vehicleMap = movingColumns.extend({
  /** Not all vehicles with a place are listed. */
  truncated: z.boolean(),
  /** The time up to which moves are included, for `since`. */
  until: z.string(),
});
export type VehicleMap = z.infer<typeof vehicleMap>;
/** Where the vehicles that are in use were last, by the main tracker that is in each now. `since`: only those that have moved. */
export const vehicleMapRoutes = {
  map: route.get(`${all}/map`, {
    access: read,
    query: selection.extend({ since: instant().optional() }),
    reply: vehicleMap,
  }),
};

/** Papers and photos of a vehicle. */
export const vehicleUpload = { maxBytes: 10 * megabyte, kinds: ['image', 'pdf'] } as const;
export const vehicleFileRoutes = fileRoutes(
  { read, add: vehicle.can('add-file'), remove: vehicle.can('remove-file') },
  one,
  vehicleUpload,
);

export const vehicleGroupRoutes = recordGroupRoutes(vehicle, '/vehicle-group');
