import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo, type Entity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, instant, requiredText } from '#platform/common/validation/validation.ts';

export const groupColours = ['grey', 'blue', 'green', 'amber', 'red', 'violet', 'teal', 'pink'] as const;
export type GroupColour = (typeof groupColours)[number];

/** The most groups of one kind of records of a company. */
export const maxGroups = 500;
/** The most records of one call. */
export const maxMembers = 1000;

/** The kind of records that is grouped: an entity of an app, with the table of its records. */
export type GroupedEntity = Pick<Entity, 'name' | 'table'>;

export const recordGroupFields = z.object({
  /** Unique among the groups of the same kind of records, in any case of letters. */
  name: requiredText(60),
  colour: z.enum(groupColours),
  /** The group around it. */
  parentId: id().nullable(),
});
export const storedGroup = recordGroupFields.extend({
  id: z.number().int(),
  companyId: z.number().int(),
  createdAt: instant(),
});
export type StoredGroup = z.infer<typeof storedGroup>;

const recordGroup = storedGroup.extend({
  /** The records of the group itself that the caller may see. */
  members: z.number(),
  /** Those of the group and of all groups within it, each once. */
  total: z.number(),
});
export type RecordGroup = z.infer<typeof recordGroup>;

const suggestion = storedGroup
  .pick({ id: true, companyId: true, name: true, colour: true })
  /** The names of the groups around it, the outermost first. */
  .extend({ within: z.array(z.string()) });
export type GroupSuggestion = z.infer<typeof suggestion>;

/** `unchanged`: it was in the group already, or was not in it. */
const memberResults = ['added', 'removed', 'unchanged', 'not-found', 'no-permission'] as const;
export type MemberResult = (typeof memberResults)[number];

export const groupList = {
  search: ['name'],
  filter: ['parentId'],
  sort: ['name', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

/** The name of the permission of the groups: `rooms.cell-group`. */
export const groupPermission = ({ name }: Pick<GroupedEntity, 'name'>) => `${name}-group` as const;

/**
 * The calls about the groups of a kind of records at an address of an app: `/vehicle-group`. Everybody who may read the
 * app's records may read groups; administrators change them. Handlers: `recordGroupHandlers`.
 */
export function recordGroupRoutes<Path extends string>(entity: GroupedEntity, path: Path) {
  const can = (action: string) => canDo(groupPermission(entity), action);
  const one = `${path}/{id}` as const;
  const members = {
    access: can('update'),
    body: z.object({ recordIds: z.array(id()).min(1, 'Required').max(maxMembers, 'tooLong') }),
    reply: z.array(z.object({ id: z.number(), result: z.enum(memberResults) })),
    status: 200,
  } as const;
  return {
    list: route.list(path, { access: can('read'), reply: recordGroup, list: groupList }),
    /** What a field offers for the typed text. */
    suggestion: route.list(`${path}/suggestion`, {
      access: can('read'),
      reply: suggestion,
      list: { search: ['name'], sort: ['name'], defaultSort: ['name', 'asc'] },
    }),
    get: route.get(one, { access: can('read'), reply: recordGroup }),
    history: historyRoute(groupPermission(entity), one),
    create: route.post(path, {
      access: can('create'),
      body: recordGroupFields.partial({ colour: true, parentId: true }),
      reply: recordGroup,
    }),
    update: route.patch(one, { access: can('update'), body: recordGroupFields.partial(), reply: recordGroup }),
    /** Its records leave it, and the groups within it move to the one around it. */
    remove: route.delete(one, { access: can('delete') }),
    /** Puts records into the group. A repeated call changes nothing. */
    addMembers: route.post(`${one}/member`, members),
    /** Takes records out of the group, but not out of those within it. */
    removeMembers: route.post(`${one}/remove-member`, members),
  };
}
