import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation.ts';

/** A part of a city, or whatever a company groups its structures by. */
export const area = defineEntity('area.area', {
  table: 'area',
  fields: z.object({
    name: requiredText(120),
    description: z.string().trim().max(500, 'tooLong'),
    cityId: id().nullable(),
  }),
  list: { search: ['name'], filter: ['cityId'], sort: ['name', 'createdAt'], defaultSort: ['name', 'asc'] },
});

const named = z.object({ id: z.number(), name: z.string() });
const shown = area.row.extend({ city: named.extend({ countryId: z.number() }).nullable(), structures: z.number() });
export type Area = z.infer<typeof shown>;

const path = '/company/{companyId}/area';
export const areaRoutes = {
  list: route.list(path, { access: area.can('read'), reply: shown, list: area.list }),
  create: route.post(path, {
    access: area.can('create'),
    body: area.fields.partial({ description: true, cityId: true }),
    reply: shown,
  }),
  history: historyRoute(area.name, '/company/{companyId}/area/{id}'),
  update: route.patch(`${path}/{id}`, { access: area.can('update'), body: area.fields.partial(), reply: shown }),
  remove: route.delete(`${path}/{id}`, { access: area.can('delete') }),
};
