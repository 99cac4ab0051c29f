import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';

/** Mails may contain links that sign a person in, so only people of the platform see their recipients. */
const access: AccessRule = { adminTypes: ['Super Admin'] };

const waiting = z.object({
  id: z.number(),
  recipient: z.string(),
  /** Null outside a demo, because it may contain data that only its reader may see. */
  text: z.string().nullable(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
const mail = waiting.extend({ subject: z.string() });
export type OutboxMail = z.infer<typeof mail>;
export type OutboxSms = z.infer<typeof waiting>;

export const outboxList = {
  filter: ['recipient', 'createdAt'],
  sort: ['id'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

export const outboxRoutes = {
  mails: route.list('/development/outbox/mail', { access, reply: mail, list: outboxList }),
  messages: route.list('/development/outbox/sms', { access, reply: waiting, list: outboxList }),
};
