import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, location, requiredText, timeZone } from '#platform/common/validation/validation.ts';

export const structureKinds = ['building', 'tower', 'villa', 'warehouse', 'plant', 'site', 'unit'] as const;

/** A building or a site. An inner structure (a block, a unit) has a parent. */
export const structure = defineEntity('structure.structure', {
  table: 'structure',
  fields: z.object({
    name: requiredText(120),
    kind: z.enum(structureKinds),
    countryId: id(),
    cityId: id().nullable(),
    areaId: id().nullable(),
    address: z.string().trim().max(300, 'tooLong'),
    location: location().nullable(),
    parentId: id().nullable(),
    /** The gross floor area in square metres, for values per square metre. */
    grossArea: z.number('enterANumber').positive('outOfRange').max(10_000_000, 'outOfRange').nullable(),
    /** Its time zone (IANA name) if it is not that of the structure around it or of its company. */
    timeZone: timeZone().nullable(),
  }),
  list: {
    search: ['name', 'address'],
    filter: ['id', 'kind', 'countryId', 'cityId', 'areaId', 'parentId'],
    sort: ['name', 'createdAt'],
    defaultSort: ['name', 'asc'],
  },
});

const namedRecord = z.object({ id: z.number(), name: z.string() });
const shownStructure = structure.row.extend({
  country: namedRecord,
  city: namedRecord.nullable(),
  area: namedRecord.nullable(),
  parent: namedRecord.nullable(),
  /** The time zone (IANA name) of its days, months and bills. */
  zone: z.string(),
  floors: z.number(),
  spaces: z.number(),
  innerStructures: z.number(),
});
export type Structure = z.infer<typeof shownStructure>;

const body = structure.fields.partial({
  kind: true,
  cityId: true,
  areaId: true,
  address: true,
  location: true,
  parentId: true,
  grossArea: true,
  timeZone: true,
});
export type StructureFields = z.infer<typeof body>;

/** A structure as an option of a select. */
const structureChoice = namedRecord.extend({
  address: z.string(),
  location: location().nullable(),
  parentId: z.number().nullable(),
});
const structureCount = namedRecord.extend({ structures: z.number() });
const statistics = namedRecord.extend({ solutions: z.array(z.object({ id: z.number(), devices: z.number() })) });

const structuresPath = '/company/{companyId}/structure';
const structurePath = `${structuresPath}/{id}` as const;
const access = structure.can('read');

export const structureRoutes = {
  list: route.list(structuresPath, { access, tokens: true, reply: shownStructure, list: structure.list }),
  search: route.list(`${structuresPath}/search`, { access, reply: structureChoice, list: structure.list }),
  /** All matching structures with a location, for maps. The total includes those without a location. */
  points: route.list(`${structuresPath}/points`, {
    access,
    reply: namedRecord.extend({ lat: z.number(), lng: z.number() }),
    list: structure.list,
  }),
  /** The filter values of structures, each with its number of structures. */
  meta: route.get(`${structuresPath}/meta`, {
    access,
    reply: z.object({
      total: z.number(),
      countries: z.array(structureCount),
      cities: z.array(structureCount),
      areas: z.array(structureCount),
      kinds: z.array(z.object({ kind: z.enum(structureKinds), structures: z.number() })),
    }),
  }),
  /** The number of devices by structure and solution; `active=true` omits structures without devices. */
  statistics: route.list(`${structuresPath}/statistics`, {
    access,
    reply: statistics,
    list: structure.list,
    query: z.object({ active: z.enum(['true', 'false']).optional() }),
  }),
  create: route.post(structuresPath, { access: structure.can('create'), body, reply: shownStructure }),
  history: historyRoute(structure.name, structurePath),
  get: route.get(structurePath, { access, tokens: true, reply: shownStructure }),
  update: route.patch(structurePath, {
    access: structure.can('update'),
    body: structure.fields.partial(),
    reply: shownStructure,
  }),
  remove: route.delete(structurePath, { access: structure.can('delete') }),
  inner: route.list(`${structurePath}/inner-structure`, { access, reply: shownStructure, list: structure.list }),
};
