import { z } from 'zod';
import { changeLine } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';

/** A change of any record of a company, also of one that is gone. */
const line = changeLine.omit({ part: true }).extend({
  record: z.object({
    /** The table in camel case: its word is `records.<kind>` in the texts of its slice. */
    kind: z.string(),
    id: z.string(),
    name: z.string().nullable(),
    /** For a part: the kind and name of what it lies in. */
    within: z.object({ kind: z.string(), name: z.string().nullable() }).nullable(),
  }),
});
export type CompanyChange = z.infer<typeof line>;

export const companyChangeList = {
  filter: ['kind', 'userId', 'action', 'at'],
  sort: ['id'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

const access = canDo('company.change-log', 'read');
export const companyChangeRoutes = {
  list: route.list('/company/{id}/change-log', { access, reply: line, list: companyChangeList }),
  /** The kinds of records whose changes are kept. */
  kinds: route.get('/company/{id}/change-log/kinds', { access, reply: z.array(z.string()) }),
};
