import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';

/** A part of a city or another group of structures. */
export const area = defineEntity('area.area', {
  table: 'area',
  fields: z.object({
    name: requiredText(120),
    description: z.string().trim().max(500, 'tooLong'),
    cityId: id().nullable(),
  }),
  list: { search: ['name'], filter: ['cityId'], sort: ['name', 'createdAt'], defaultSort: ['name', 'asc'] },
});

const namedRecord = z.object({ id: z.number(), name: z.string() });
const shownArea = area.row.extend({
  city: namedRecord.extend({ countryId: z.number() }).nullable(),
  structures: z.number(),
});
export type Area = z.infer<typeof shownArea>;

const areasPath = '/company/{companyId}/area';
export const areaRoutes = {
  list: route.list(areasPath, { access: area.can('read'), reply: shownArea, list: area.list }),
  create: route.post(areasPath, {
    access: area.can('create'),
    body: area.fields.partial({ description: true, cityId: true }),
    reply: shownArea,
  }),
  history: historyRoute(area.name, '/company/{companyId}/area/{id}'),
  update: route.patch(`${areasPath}/{id}`, {
    access: area.can('update'),
    body: area.fields.partial(),
    reply: shownArea,
  }),
  remove: route.delete(`${areasPath}/{id}`, { access: area.can('delete') }),
};
