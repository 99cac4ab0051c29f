import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, personName } from '#platform/common/validation/validation.ts';
import { keptFromPolice } from './kept-from-police.ts';

const fields = z.strictObject({
  slot: z.number('Required').int().min(1, 'outOfRange').max(999, 'outOfRange'),
  name: personName(),
  userId: id().nullable(),
  /** A person who opens with the slot is under duress. */
  duress: z.boolean(),
});

/** Who a slot of a panel is. Codes are neither stored nor asked for. */
export const panelUser = keptFromPolice(defineEntity('defcon.panel-user', { fields, roles: { read: 'Operator' } }));
export type PanelUserFields = z.infer<typeof fields>;

export const panelUserRow = panelUser.row.omit({ userId: true }).extend({
  panelId: z.number(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type PanelUser = z.infer<typeof panelUserRow>;

export const panelUserList = {
  search: ['name', 'slot'],
  filter: ['duress'],
  sort: ['slot', 'name'],
  defaultSort: ['slot', 'asc'],
} as const satisfies ListSpec;

const all = '/panel/{panelId}/user';
const one = '/panel/{panelId}/user/{id}';

export const panelUserRoutes = {
  list: route.list(all, { access: panelUser.can('read'), reply: panelUserRow, list: panelUserList }),
  create: route.post(all, { access: panelUser.can('create'), body: fields, reply: panelUserRow }),
  update: route.put(one, { access: panelUser.can('update'), body: fields, reply: panelUserRow }),
  remove: route.delete(one, { access: panelUser.can('delete') }),
  history: historyRoute(panelUser.name, one),
};
