import { z } from 'zod';
import { canDo } from './define-entity.ts';
import type { ListSpec } from './list.ts';
import { route } from './route.ts';

const value = z.json();
const person = z.object({ id: z.number(), name: z.string(), company: z.string().nullable() });

/** One change of a record. A field that points at another record holds `{id, name}`, or its id when that is gone. */
export const changeLine = z.object({
  id: z.number(),
  at: z.string(),
  action: z.enum(['insert', 'update', 'delete']),
  /** Of something that lies in the record: a member of a group, not the group. */
  part: z.boolean(),
  /** Who did it; null for the system. The company is named because a provider may have acted for its client. */
  person: person.nullable(),
  /** Who worked in a session as that person. */
  impersonatedBy: person.nullable(),
  changes: z.array(z.object({ field: z.string(), before: value, after: value })),
  /** What tells which part it is, where that did not change. */
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
