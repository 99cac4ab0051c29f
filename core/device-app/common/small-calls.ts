import { z } from 'zod';
import { severities } from '#core/alarms/common/alarm.ts';
import { countryRoutes } from '#core/countries/common/country.ts';
import { connections } from '#core/devices/common/connection.ts';
import { deviceHistoryRoutes } from '#core/devices/common/device-history.ts';
import { deviceStates } from '#core/devices/common/device-row.ts';
import { bulkRoute } from '#core/devices/common/placing/bulk.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { type QueryIn, route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';
import { hardwareModel, sensorType, solutionCount } from './catalogue.ts';

const named = z.object({ id: z.number(), name: z.string() });
const suggestion = named.extend({
  companyId: z.number(),
  serial: z.string(),
  solutionId: z.number(),
  structure: named.nullable(),
});
const structureCount = z.object({
  structure: named,
  devices: z.number(),
  online: z.number(),
  sleeping: z.number(),
  offline: z.number(),
});

const modelName = z.object({
  id: z.number(),
  solutionId: z.number(),
  name: z.object({ en: z.string(), ar: z.string() }),
});

/** The most structures of `params`. */
export const maxStructures = 500;
const params = z.object({
  /** Those with devices that the caller can see. */
  solutions: z.array(solutionCount),
  hardware: z.array(modelName),
  /** Those whose devices the caller may read, by name; at most `maxStructures`. */
  structures: z.array(named),
  states: z.array(z.enum(deviceStates)),
  connections: z.array(z.enum(connections)),
  sensors: z.array(sensorType),
});

const counted = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, devices: z.number() }));
/** The numbers of devices that the device list shows with one of these filters. */
const metadata = z.object({
  devices: z.number(),
  solutions: z.array(solutionCount),
  states: counted(z.enum(deviceStates)),
  connections: counted(z.enum(connections)),
});

/** The most devices of `map`. */
export const maxDevicesOnMap = 10_000;
const mapQuery = z.object({
  structureId: id().optional(),
  solutionId: id().optional(),
  connection: z.enum(connections).optional(),
});
const mappedDevice = named.extend({
  companyId: z.number(),
  serial: z.string(),
  solutionId: z.number(),
  connection: z.enum(connections),
  /** The worst severity of the active alarms that the caller may read. */
  worst: z.enum(severities).nullable(),
  latitude: z.number(),
  longitude: z.number(),
});
const deviceMap = z.object({
  devices: z.array(mappedDevice),
  /** There are more devices, which are left out. */
  truncated: z.boolean(),
});
export type DeviceMap = z.infer<typeof deviceMap>;

/** The longest period of `deviceLog`, in days. */
export const maxLogDays = 366;

const suggestedSpace = named.extend({
  companyId: z.number(),
  code: z.string().nullable(),
  kind: z.string(),
  structure: named.nullable(),
  floor: named.nullable(),
});
export const spaceSuggestionList = {
  search: ['name', 'code'],
  filter: ['structureId', 'floorId', 'kind'],
  sort: ['name'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

export const suggestionList = {
  search: ['name', 'serial'],
  filter: ['solutionId', 'structureId', 'state'],
  sort: ['name'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

/** Every call that `deviceApp` mounts on request. Unless they say otherwise, they are for people who may read devices of the app. */
function allCalls(app: string) {
  const access = canDo(`${app}.device`, 'read');
  const { all, anyCity } = countryRoutes;
  return {
    /** Devices for a field that a person types into, by name. */
    suggestion: route.list('/device/suggestion', { access, reply: suggestion, list: suggestionList }),
    /** The structures with the most installed devices, at most 1,000. */
    countByStructure: route.get('/device/count-by-structure', { access, reply: z.array(structureCount) }),
    /** Hardware models by name. */
    basic: route.list('/hardware/basic', { access, reply: modelName, list: {} }),
    /** One hardware model. */
    model: route.get('/hardware/{id}', { access, reply: hardwareModel }),
    /** What filters and forms of devices offer, in one reply. */
    params: route.get('/device/params', { access, reply: params }),
    /** The numbers of devices by solution, state and connection. */
    metadata: route.get('/device/metadata', { access, reply: metadata, allClients: true }),
    /** Renames, installs and moves many devices, for people who may do one of these. */
    bulk: bulkRoute(app),
    /**
     * The installed devices that have a position, or whose structure has one. Not for apps with `trackingRoutes`, which
     * have a map of their own at this address.
     */
    map: route.get('/device/map', { access, query: mapQuery, reply: deviceMap, allClients: true }),
    /** What happened to the devices of the app, in a period of at most `maxLogDays`. */
    deviceLog: { ...deviceHistoryRoutes(app).list, path: '/log' },
    /** Spaces for a field that a person types into, by name or code, in structures whose devices the caller may read. */
    spaceSuggestion: route.list('/space/suggestion', { access, reply: suggestedSpace, list: spaceSuggestionList }),
    /** The structures whose devices the caller may read. */
    structures: route.list('/metadata/structures', {
      access,
      reply: named.extend({ companyId: z.number() }),
      list: { search: ['name'], sort: ['name'], defaultSort: ['name', 'asc'] },
    }),
    /** The active staff of the company, for a field in which a person is chosen. */
    user: route.list('/user', { access, reply: named, list: { search: ['name'] } }),
    country: { ...all, access },
    /** Cities of all countries. */
    city: { ...anyCity, path: '/city', access },
  };
}
export type SmallCalls = ReturnType<typeof allCalls>;
export type SmallCall = keyof SmallCalls;
export type MapQuery = QueryIn<SmallCalls['map']>;

/** The calls with these names. Handlers: those of `deviceAppHandlers`. */
export function smallCalls<Name extends SmallCall>(app: string, names: readonly Name[]): Pick<SmallCalls, Name> {
  const all = allCalls(app);
  const mounted: Partial<Pick<SmallCalls, Name>> = {};
  for (const name of names) mounted[name] = all[name];
  return mounted as Pick<SmallCalls, Name>;
}
