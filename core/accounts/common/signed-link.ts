import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

const can = (action: string) => canDo('company.signed-link', action);
/** `pending`: works later. `blocked`: by wrong PINs. */
export const linkStates = ['active', 'pending', 'blocked', 'expired', 'revoked'] as const;
const named = z.object({ id: z.number(), name: z.string() });

const shownLink = z.object({
  id: z.number(),
  companyId: z.number(),
  app: z.string(),
  /** The text is `linkKinds.<kind>` of the app. */
  kind: z.string(),
  /** The record that the link is for. The type is its table in camel case; the name is null if it has none. */
  subject: z.object({ type: z.string(), id: z.number(), name: z.string().nullable() }),
  /** The name of the person who got the link; empty if nobody was named. */
  holder: z.string(),
  hasPin: z.boolean(),
  state: z.enum(linkStates),
  /** Who made it; null for the system. */
  person: named.nullable(),
  fromAt: z.string(),
  untilAt: z.string(),
  revokedAt: z.string().nullable(),
  /** How often it was opened; openings within a minute count as one. */
  openings: z.number(),
  lastUsedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type ShownLink = z.infer<typeof shownLink>;

export const linkList = {
  search: ['holder'],
  /** `kind` is `app.kind`; `subject` is `table.id` and names a record of the app. */
  filter: ['kind', 'state', 'appId', 'subject', 'userId', 'createdAt'],
  valuesOnly: ['subject'],
  sort: ['id'],
  defaultSort: ['id', 'desc'],
} as const;

export const signedLinkRoutes = {
  /** Company administrators get all links of the company, others those that they have made. */
  list: route.list('/signed-link', { access: can('read'), reply: shownLink, list: linkList }),
  history: historyRoute('company.signed-link', '/signed-link/{id}'),
  /** The link stops working at once. */
  revoke: route.post('/signed-link/{id}/revoke', { access: can('revoke'), reply: shownLink, status: 200 }),
};
