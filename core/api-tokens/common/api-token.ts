import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, instant, nameText } from '#platform/common/validation/validation.ts';

export const apiToken = (action: string) => canDo('api-tokens.token', action);

/** Each token begins with this, so that scanners for leaked secrets recognise it. */
export const tokenPrefix = 'rasid_';
/** The longest life of a token. */
export const mostDays = 365;
/** Requests per minute: by default, and the most that can be chosen. */
export const perMinute = { default: 60, max: 600 } as const;

/** `inactive`: the person who made it cannot sign in at present. */
export const tokenStates = ['active', 'inactive', 'expired', 'revoked'] as const;
const named = z.object({ id: z.number(), name: z.string() });

const shownToken = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  /** The last characters of the token. */
  hint: z.string(),
  state: z.enum(tokenStates),
  /** The person in whose name it calls. */
  person: named,
  /** `app.entity.action` */
  abilities: z.array(z.string()),
  /** Null: all sites that the person sees. */
  structures: z.array(named).nullable(),
  perMinute: z.number(),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
  revokedBy: named.nullable(),
  /** With the IP address; updated at most once a minute. */
  lastUsedAt: z.string().nullable(),
  lastAddress: z.string().nullable(),
  createdAt: z.string(),
});
export type ShownToken = z.infer<typeof shownToken>;

const ability = z.string().regex(/^[a-z-]{1,60}\.[a-z-]{1,60}\.[a-z-]{1,60}$/, 'invalid');

export const newToken = z.object({
  name: nameText(80),
  abilities: z.array(ability).min(1, 'Required').max(200, 'tooLong'),
  /** Null: all sites that the person sees. */
  structures: z.array(id()).min(1, 'Required').max(200, 'tooLong').nullable(),
  perMinute: z
    .number('enterANumber')
    .int('enterANumber')
    .min(1, 'positiveNumber')
    .max(perMinute.max, 'outOfRange')
    .default(perMinute.default),
  /** At most a year from now. */
  expiresAt: instant(),
});

const list = {
  search: ['name'],
  filter: ['state', 'userId'],
  sort: ['name', 'expiresAt', 'lastUsedAt', 'id'],
  defaultSort: ['id', 'desc'],
} as const;

export const apiTokenRoutes = {
  /** Company administrators get all tokens of the company, others their own. */
  list: route.list('/api-token', { access: apiToken('read'), reply: shownToken, list }),
  /** What the caller can give a token: their own abilities that some route open to tokens requires. */
  abilities: route.get('/api-token/ability', { access: apiToken('create'), reply: z.array(z.string()) }),
  /** The token itself is in this reply only. */
  create: route.post('/api-token', {
    access: apiToken('create'),
    body: newToken,
    reply: z.object({ token: z.string(), created: shownToken }),
    idempotent: true,
  }),
  history: historyRoute('api-tokens.token', '/api-token/{id}'),
  /** Takes effect with the next request of the token. */
  revoke: route.post('/api-token/{id}/revoke', { access: apiToken('revoke'), reply: shownToken, status: 200 }),
};
