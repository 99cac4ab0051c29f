import { z } from 'zod';
import { recordGroupRoutes, storedGroup } from '#core/groups/common/record-group.ts';
import { space } from '#core/places/common/space.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { instant } from '#platform/common/validation/validation.ts';

/** Racks are spaces of their own kind. They have groups, and devices are fitted to them. */
export const rack = { name: 'depot.rack', table: 'space' } as const;

export const rackList = {
  search: ['name'],
  filter: ['structureId', 'groupId'],
  valuesOnly: ['groupId'],
  sort: ['name'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

export const storedRack = z.object({
  id: z.number().int(),
  companyId: z.number().int(),
  structureId: z.number().int(),
  name: z.string(),
  createdAt: instant(),
});
export type StoredRack = z.infer<typeof storedRack>;
const shownRack = storedRack.extend({
  groups: z.array(storedGroup.pick({ id: true, name: true, colour: true })),
});
export type Rack = z.infer<typeof shownRack>;

export const rackRoutes = {
  list: route.list('/rack', { access: space.can('read'), reply: shownRack, list: rackList }),
  create: route.post('/rack', {
    access: space.can('create'),
    body: space.fields.pick({ structureId: true, name: true }),
    reply: shownRack,
  }),
  /** Moves it to another site, with what is fitted to it. */
  move: route.patch('/rack/{id}/move', {
    access: space.can('update'),
    body: space.fields.pick({ structureId: true }),
  }),
  remove: route.delete('/rack/{id}', { access: space.can('delete') }),
};

export const rackGroupRoutes = recordGroupRoutes(rack, '/rack-group');
