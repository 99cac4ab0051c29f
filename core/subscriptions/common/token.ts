import { z } from 'zod';
import { newOwner } from '#core/devices/common/owner.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { requiredText } from '#platform/common/validation/validation.ts';

export const tokenSources = ['bought', 'free', 'code', 'trial', 'granted'] as const;
/** `unassigned` is in stock, `used` has been added to another one. */
export const tokenStatuses = ['unassigned', 'not-activated', 'active', 'expired', 'blocked', 'used'] as const;

/**
 * The sides that block a subscription, from lowest to highest; a lower one cannot unblock what a higher one has
 * blocked.
 */
export const blockers = ['owner', 'provider', 'platform'] as const;
export type Blocker = (typeof blockers)[number];
/** The role of a person for the subscriptions of a company. */
export const blockerOf = (user: { adminType: string | null; companyId: number | null }, companyId: number): Blocker => {
  if (user.adminType !== null) return 'platform';
  return user.companyId === companyId ? 'owner' : 'provider';
};
export const mayUnblock = (by: Blocker, blockedBy: Blocker | null): boolean =>
  blockedBy === null || blockers.indexOf(by) >= blockers.indexOf(blockedBy);

/** A subscription of a company: in stock, or of one device. Shown as "subscription". */
export const tokenRow = z.object({
  /** The id of the device in a row without a subscription. */
  id: z.number(),
  companyId: z.number(),
  company: z.object({ id: z.number(), name: z.string() }),
  app: z.string(),
  /** The solutions whose devices it fits; empty fits all of the app. */
  solutionIds: z.array(z.number()),
  source: z.enum(tokenSources).nullable(),
  /** `none` is a device without a subscription. */
  status: z.enum(['none', ...tokenStatuses]),
  /** Counted from the activation; null for a trial. */
  months: z.number().nullable(),
  device: z.object({ id: z.number(), name: z.string(), solutionId: z.number() }).nullable(),
  activationAt: z.string().nullable(),
  expirationAt: z.string().nullable(),
  blockReason: z.string().nullable(),
  blockedBy: z.enum(blockers).nullable(),
  createdAt: z.string(),
});
export type Token = z.infer<typeof tokenRow>;

/** Whether a subscription fits the devices of each of the solutions. An empty list means all solutions of the app. */
export const fitsSolutions = ({ solutionIds }: Pick<Token, 'solutionIds'>, wanted: readonly number[]): boolean =>
  solutionIds.length === 0 || (wanted.length > 0 && wanted.every((id) => solutionIds.includes(id)));

export const tokenList = {
  search: ['device'],
  filter: ['companyId', 'app', 'solutionId', 'status', 'source', 'expirationAt', 'createdAt'],
  valuesOnly: ['solutionId'],
  sort: ['id', 'expirationAt', 'createdAt'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

const recordId = z.number('Required').int().positive('pleaseInputIDRight').max(2_147_483_647, 'pleaseInputIDRight');
const token = (action: string) => canDo('product.token', action);
const moving = {
  access: token('move'),
  body: z.object({ deviceId: recordId }),
  reply: tokenRow,
  idempotent: true,
} as const;

export const tokenRoutes = {
  list: route.list('/token', {
    access: token('read'),
    reply: tokenRow,
    list: tokenList,
    /** With `withoutToken` the rows are the devices in use that have no subscription. */
    query: z.object({ withoutToken: z.literal('true').optional() }),
  }),
  /** Puts a subscription from stock on a device. It is activated at once if the device is installed. */
  assign: route.post('/token/{id}/assign', {
    access: token('assign'),
    body: z.object({ deviceId: recordId }),
    reply: tokenRow,
    status: 200,
    idempotent: true,
  }),
  activate: route.post('/token/{id}/activate', {
    access: token('activate'),
    reply: tokenRow,
    status: 200,
    idempotent: true,
  }),
  block: route.post('/token/{id}/block', {
    access: token('block'),
    body: z.object({ reason: requiredText(200) }),
    reply: tokenRow,
    status: 200,
    idempotent: true,
  }),
  unblock: route.post('/token/{id}/unblock', {
    access: token('block'),
    reply: tokenRow,
    status: 200,
    idempotent: true,
  }),
  /** Adds the months of a subscription in stock, which is then used up: the named one, else the oldest that fits. */
  renew: route.post('/token/{id}/renew', {
    access: token('renew'),
    body: z.object({ tokenId: recordId.nullish() }),
    reply: tokenRow,
    status: 200,
    idempotent: true,
  }),
  /** Back to the stock, if it was never activated. */
  unassign: route.post('/token/{id}/unassign', {
    access: token('assign'),
    reply: tokenRow,
    status: 200,
    idempotent: true,
  }),
  /** Moves the subscription of a device to another one of the same owner. Its months keep running. */
  move: route.patch('/token/{id}/move', moving),
  /** Passes a subscription in stock on to a client. */
  owner: route.patch('/token/owner', {
    access: token('transfer'),
    body: z.object({ id: recordId, customerId: recordId }),
    reply: newOwner,
    idempotent: true,
  }),
};
export type TokenRoutes = typeof tokenRoutes;

/** The subscriptions of the app that mounts them. */
export const deviceTokenRoutes = {
  list: route.list('/device-token', { access: token('read'), reply: tokenRow, list: tokenList }),
  move: route.patch('/device-token/{id}/move', moving),
};

export const tokenRoles = {
  'token.assign': 'Operator',
  'token.activate': 'Operator',
  'token.renew': 'Operator',
  'token.block': 'Admin',
  'token.move': 'Admin',
  'token.transfer': 'Admin',
} as const;
