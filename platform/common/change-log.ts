import { z } from 'zod';
import { canDo } from './define-entity.ts';
import type { ListSpec } from './list.ts';
import { route } from './route.ts';

const value = z.json();
/** A person as a log names them. The company is null for people of the platform, and where it is not known. */
export const loggedPerson = z.object({ id: z.number(), name: z.string(), company: z.string().nullable() });

/**
 * One change of a record. A field that refers to another record holds `{id, name}`, or only the id when that record no
 * longer exists.
 */
export const changeLine = z.object({
  id: z.number(),
  at: z.string(),
  action: z.enum(['insert', 'update', 'delete']),
  /** The change is of a part of the record: a member of a group, not the group itself. */
  part: z.boolean(),
  /**
   * The person who made the change; null for the system. The company is included because a provider may act for its
   * client.
   */
  person: loggedPerson.nullable(),
  /** The person who impersonated that person, if any. */
  impersonatedBy: loggedPerson.nullable(),
  changes: z.array(
    z.object({
      field: z.string(),
      before: value,
      after: value,
      /** The field has changed, and its values were erased since. */
      forgotten: z.literal(true).optional(),
    }),
  ),
  /** Unchanged fields that identify the part. */
  about: z.array(z.object({ field: z.string(), value })),
});
export type ChangeLine = z.infer<typeof changeLine>;

export const changeList = {
  filter: ['at', 'action'],
  sort: ['id'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

/** The changes of the record that the path names, newest first, for those who may see them. */
export const historyRoute = <Path extends string>(entity: `${string}.${string}`, path: Path) =>
  route.list(`${path}/history` as const, { access: canDo(entity, 'history'), reply: changeLine, list: changeList });
