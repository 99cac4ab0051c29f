import { z } from 'zod';
import { anyAccount } from '#platform/common/access.ts';
import { route } from '#platform/common/route.ts';

export const accessEvents = [
  'login',
  'logout',
  'failed',
  'locked',
  'reuse',
  'password-changed',
  'password-reset',
  'link-sent',
  'tfa-on',
  'tfa-off',
  'tfa-reset',
  'email-changed',
  'recovery-code',
  'verified',
  'signed-up',
  'session-ended',
  'login-as-owner',
  'page-asked',
  'email-asked',
  'email-undone',
  'unconfirmed',
  'refused',
  'token-call',
] as const;
export type SignInEvent = (typeof accessEvents)[number];

const entry = z.object({
  id: z.number(),
  event: z.enum(accessEvents),
  email: z.string(),
  user: z.object({ id: z.number(), firstName: z.string(), lastName: z.string() }).nullable(),
  /** The person who impersonated that person in the session. */
  impersonatedBy: z.string().nullable(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The name of that program: `Chrome, Windows`. */
  agent: z.string().nullable(),
  /** The requested page, and the current company if it is another one. */
  about: z.object({ page: z.string(), company: z.string().nullable() }).nullable(),
  /** The refused call with the reason, or the call of an API token. */
  call: z.string().nullable(),
  /** The API token of the call. It may have been deleted. */
  token: z.object({ id: z.number(), name: z.string() }).nullable(),
  createdAt: z.string(),
});
export type AccessLogEntry = z.infer<typeof entry>;

/** The search finds people by name and address, devices and programs as the columns show them. */
export const sessionLogList = {
  search: ['user', 'email', 'address', 'agent'],
  filter: ['event', 'userId', 'createdAt'],
} as const;

export const sessionLogRoutes = {
  /** Newest first. Administrators read the log of their companies, everybody else their own. */
  list: route.list('/session-log', { access: anyAccount, reply: entry, list: sessionLogList }),
};
