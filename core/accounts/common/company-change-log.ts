import { z } from 'zod';
import { changeLine } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';

/** A change of any record of a company, or of the platform, including deleted ones. */
export const recordChange = changeLine.omit({ part: true }).extend({
  record: z.object({
    /** The table in camel case; its text is `records.<kind>` of its slice. */
    kind: z.string(),
    id: z.string(),
    name: z.string().nullable(),
    /**
     * The name of a record without one of its own: keys of texts (`alarms.leak` of an app, `commands.switch.on`), the
     * general one first.
     */
    word: z.object({ section: z.string(), app: z.string().nullable(), keys: z.array(z.string()) }).nullable(),
    /** For a part: the kind and name of the record that contains it; for a rule or command its subject. */
    within: z.object({ kind: z.string(), name: z.string().nullable() }).nullable(),
    /**
     * Where to find the texts of values in its fields: a section of any slice's texts, or `app`, `solution`, `entity`,
     * `action`.
     */
    words: z.record(z.string(), z.string()),
  }),
});
export type CompanyChange = z.infer<typeof recordChange>;

export const companyChangeList = {
  filter: ['kind', 'userId', 'action', 'at'],
  sort: ['id'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

const access = canDo('company.change-log', 'read');
export const companyChangeRoutes = {
  list: route.list('/company/{id}/change-log', { access, reply: recordChange, list: companyChangeList }),
  /** The kinds of records whose changes are logged. */
  kinds: route.get('/company/{id}/change-log/kinds', { access, reply: z.array(z.string()) }),
};
