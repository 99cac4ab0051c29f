import { z } from 'zod';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';

/** A room on a floor or directly in the structure. */
export const space = defineEntity('structure.space', {
  table: 'space',
  fields: z.object({ structureId: id(), name: requiredText(80), floorId: id().nullable() }),
  list: { search: ['name'], filter: ['floorId'], sort: ['name'], defaultSort: ['name', 'asc'] },
});

/** A space with its floor. */
const shownSpace = space.row.extend({ floor: z.object({ id: z.number(), name: z.string() }).nullable() });
export type Space = z.infer<typeof shownSpace>;

const structurePath = '/company/{companyId}/structure/{id}';
const spaceFields = space.fields.omit({ structureId: true });

const body = spaceFields.partial({ floorId: true });
export type SpaceFields = z.infer<typeof body> & { structureId: number };

export const spaceRoutes = {
  list: route.list(`${structurePath}/space`, { access: space.can('read'), reply: shownSpace, list: space.list }),
  create: route.post(`${structurePath}/space`, {
    access: space.can('create'),
    body: body,
    reply: space.row,
  }),
  update: route.patch(`${structurePath}/space/{spaceId}`, {
    access: space.can('update'),
    body: spaceFields.partial(),
    reply: space.row,
  }),
  remove: route.delete(`${structurePath}/space/{spaceId}`, { access: space.can('delete') }),
};
