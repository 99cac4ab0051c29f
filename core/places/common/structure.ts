import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, location, requiredText } from '#platform/common/validation.ts';

export const structureKinds = ['building', 'tower', 'villa', 'warehouse', 'plant', 'site', 'unit'] as const;

/** A building or a site. An inner structure (a block, a unit) stands within its parent. */
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
  }),
  list: {
    search: ['name', 'address'],
    filter: ['id', 'kind', 'countryId', 'cityId', 'areaId', 'parentId'],
    sort: ['name', 'createdAt'],
    defaultSort: ['name', 'asc'],
  },
});

const named = z.object({ id: z.number(), name: z.string() });
const shown = structure.row.extend({
  country: named,
  city: named.nullable(),
  area: named.nullable(),
  parent: named.nullable(),
  floors: z.number(),
  spaces: z.number(),
  innerStructures: z.number(),
});
export type Structure = z.infer<typeof shown>;

const body = structure.fields.partial({
  kind: true,
  cityId: true,
  areaId: true,
  address: true,
  location: true,
  parentId: true,
});

/** What pickers need. */
const found = named.extend({ address: z.string(), location: location().nullable(), parentId: z.number().nullable() });
const counted = named.extend({ structures: z.number() });
const statistics = named.extend({ solutions: z.array(z.object({ id: z.number(), devices: z.number() })) });

const path = '/company/{companyId}/structure';
const one = `${path}/{id}` as const;
const access = structure.can('read');

export const structureRoutes = {
  list: route.list(path, { access, reply: shown, list: structure.list }),
  search: route.list(`${path}/search`, { access, reply: found, list: structure.list }),
  /** All that match and have a place, whatever the page, for maps; the total counts those without a place too. */
  points: route.list(`${path}/points`, {
    access,
    reply: named.extend({ lat: z.number(), lng: z.number() }),
    list: structure.list,
  }),
  /** The values that the structures' filters offer, each with how many structures it has. */
  meta: route.get(`${path}/meta`, {
    access,
    reply: z.object({
      total: z.number(),
      countries: z.array(counted),
      cities: z.array(counted),
      areas: z.array(counted),
      kinds: z.array(z.object({ kind: z.enum(structureKinds), structures: z.number() })),
    }),
  }),
  /** Devices of each solution; `active=true` leaves out structures without any. */
  statistics: route.list(`${path}/statistics`, {
    access,
    reply: statistics,
    list: structure.list,
    query: z.object({ active: z.enum(['true', 'false']).optional() }),
  }),
  create: route.post(path, { access: structure.can('create'), body, reply: shown }),
  history: historyRoute(structure.name, one),
  get: route.get(one, { access, reply: shown }),
  update: route.patch(one, { access: structure.can('update'), body: structure.fields.partial(), reply: shown }),
  remove: route.delete(one, { access: structure.can('delete') }),
  inner: route.list(`${one}/inner-structure`, { access, reply: shown, list: structure.list }),
};
