import { z } from 'zod';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';

/** A floor. Level 0 is the ground floor; basements are negative. */
export const floor = defineEntity('structure.floor', {
  table: 'floor',
  fields: z.object({
    structureId: id(),
    name: requiredText(80),
    level: z.number('enterANumber').int('enterANumber').min(-20, 'outOfRange').max(300, 'outOfRange'),
  }),
  list: { search: ['name'], filter: ['level'], sort: ['level', 'name'], defaultSort: ['level', 'asc'] },
});
export type Floor = z.infer<typeof floor.row>;
export type FloorFields = z.infer<typeof floor.fields>;

const structurePath = '/company/{companyId}/structure/{id}';
const floorFields = floor.fields.omit({ structureId: true });

export const floorRoutes = {
  list: route.list(`${structurePath}/floor`, { access: floor.can('read'), reply: floor.row, list: floor.list }),
  create: route.post(`${structurePath}/floor`, { access: floor.can('create'), body: floorFields, reply: floor.row }),
  /** Creates several floors, or none if one is invalid. */
  createMany: route.post(`${structurePath}/floors`, {
    access: floor.can('create'),
    body: z.object({ floors: z.array(floorFields).min(1, 'Required').max(100, 'tooLong') }),
    reply: z.array(floor.row),
  }),
  update: route.patch(`${structurePath}/floor/{floorId}`, {
    access: floor.can('update'),
    body: floorFields.partial(),
    reply: floor.row,
  }),
  remove: route.delete(`${structurePath}/floor/{floorId}`, { access: floor.can('delete') }),
};
