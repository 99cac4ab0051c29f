import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

const named = z.object({ id: z.number(), name: z.string() });
const record = z.object({
  /** The table in camel case; its text is `records.<type>` of its slice. */
  type: z.string(),
  id: z.number(),
  /** Null for a record without a name. */
  name: z.string().nullable(),
});

const viewLine = z.object({
  id: z.number(),
  companyId: z.number(),
  createdAt: z.string(),
  user: named,
  /** The person who impersonated that person. */
  impersonatedBy: z.string().nullable(),
  app: z.string(),
  /** The text is `viewKinds.<kind>` of the app. */
  kind: z.string(),
  subject: record,
  /** The record through which it was viewed. */
  through: record.nullable(),
  /** The viewed period; null for the state at the time. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
});
export type ViewLine = z.infer<typeof viewLine>;

export const viewLogList = {
  /** `kind` is `app.kind`. */
  filter: ['kind', 'userId', 'createdAt'],
  sort: ['id'],
  defaultSort: ['id', 'desc'],
} as const;

export const viewLogRoutes = {
  /** Newest first. */
  list: route.list('/view-log', { access: canDo('company.view-log', 'read'), reply: viewLine, list: viewLogList }),
};
