import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, instant, location, numberWithin, textOfLength } from '#platform/common/validation/validation.ts';
import { accessLogLine, accessLogList } from './access-log.ts';
import {
  credential,
  grant,
  grantChange,
  grantWithSecrets,
  newGrant,
  newToken,
  notifyWays,
  scheduledGrant,
  temporaryGrant,
} from './grant.ts';
import { accessModes } from './grant-state.ts';
import { lockRoutes } from './lock.ts';
import { lockAnalysisRoutes } from './lock-analysis.ts';
import { offlineRoutes } from './offline-codes.ts';
import { opening, publicLink } from './public-link.ts';
import { revocationRoutes } from './revocation.ts';

const count = z.object({ status: z.string(), count: z.number() });
const interval = z.object({
  grantId: z.number(),
  credentialId: z.number(),
  device: z.object({ id: z.number(), name: z.string() }),
  holderId: z.number().nullable(),
  holder: z.string().nullable(),
  mode: z.enum(accessModes),
  from: z.string(),
  to: z.string(),
  /** The holder may open the lock at that time by another grant too. */
  clashes: z.boolean(),
});
export type AccessInterval = z.infer<typeof interval>;
/** The longest period of the calendar, in days, and the largest number of locks whose windows it shows. */
export const maxCalendarDays = 62;
export const maxCalendarAccesses = 1000;
const accessCalendar = z.object({
  windows: z.array(interval),
  /** There are more, which are omitted. */
  more: z.boolean(),
});
export type AccessCalendar = z.infer<typeof accessCalendar>;

const token = z.object({ token: z.string().regex(/^[\w-]{43}$/, 'invalid') });
const byToken = { public: 'opened by whoever has the secret of the link' };

const lists = {
  grants: {
    search: ['name'],
    filter: ['mode', 'state', 'open', 'holderId', 'deviceId'],
    valuesOnly: ['deviceId'],
    sort: ['createdAt', 'from'],
    defaultSort: ['createdAt', 'desc'],
  },
  tokens: { filter: ['grantId', 'deviceId', 'kind', 'sync'], sort: ['id'], defaultSort: ['id', 'desc'] },
} as const;
const holderRow = z.object({
  key: z.string(),
  id: z.number().nullable(),
  userId: z.number().nullable(),
  name: z.string(),
  contact: z.string().nullable(),
  /** Its grants that have not ended. */
  grants: z.number(),
});
export type HolderRow = z.infer<typeof holderRow>;

/**
 * The calls of an app that gives people access to locks, to be spread into its routes. Its manifest declares `access`.
 * Handlers: `accessHandlers`.
 */
export const accessRoutes = (app: string) => ({
  lock: lockRoutes(app),
  ...grantRoutes(app),
  accessToken: tokenRoutes(app),
  offlineCode: offlineRoutes(app),
  accessLog: logRoutes(app),
  lockAnalysis: lockAnalysisRoutes(app),
});
export type AccessRoutes = ReturnType<typeof accessRoutes>;

/** The maximum number of grants per call. */
const maxChanged = 100;
const manyChanges = z
  .object({
    grantIds: z.array(id()).min(1, 'Required').max(maxChanged, 'tooMany'),
    change: z.enum(['block', 'unblock', 'deactivate', 'extend']),
    /** The new end, for `extend`. */
    to: instant().optional(),
  })
  .refine(({ change, to }) => change !== 'extend' || to !== undefined, { path: ['to'], message: 'Required' });
export type ManyChanges = z.infer<typeof manyChanges>;

const resending = z.object({ notify: z.array(z.enum(notifyWays)).max(notifyWays.length).default([]) });
export type Resending = z.infer<typeof resending>;

const given = { reply: grantWithSecrets, idempotent: true } as const;

function grantRoutes(app: string) {
  const access = (action: string) => canDo(`${app}.access`, action);
  return {
    userAccess: {
      list: route.list('/user-access', { access: access('read'), reply: grant, list: lists.grants }),
      /** People of the company and contacts, for choosing. */
      holders: route.get('/user-access/holder', {
        access: access('read'),
        query: z.object({ search: textOfLength({ max: 100 }).optional() }),
        reply: z.array(holderRow),
      }),
      get: route.get('/user-access/{id}', { access: access('read'), reply: grant }),
      create: route.post('/user-access', {
        // Access without an end requires a higher role.
        access: { or: [access('create'), access('create-fulltime')] },
        body: newGrant,
        ...given,
      }),
      /** Another end, or other windows of a grant that has not ended. */
      update: route.patch('/user-access/{id}', {
        access: access('create'),
        body: grantChange,
        reply: grant,
      }),
      history: historyRoute(`${app}.access`, '/user-access/{id}'),
      /** Replaces the links of a grant, and sends them if `notify` says how. The previous links stop working. */
      resend: route.post('/user-access/{id}/resend', {
        access: access('create'),
        body: resending,
        status: 200,
        ...given,
      }),
      remove: route.delete('/user-access/{id}', {
        access: access('create'),
        query: z.object({ reason: textOfLength({ max: 200 }).optional() }),
      }),
      /** The same for several grants at once. A failure of one is reported and does not stop the others. */
      changeMany: route.post('/user-access/change', {
        access: access('create'),
        body: manyChanges,
        reply: z.object({
          changed: z.array(z.number()),
          refused: z.array(z.object({ id: z.number(), word: z.string() })),
        }),
        status: 200,
        idempotent: true,
      }),
      /** Ends all grants of a person. */
      revokeHolder: route.post('/user-access/holder/{id}/revoke', {
        access: access('create'),
        reply: z.object({ grants: z.number(), revocationId: z.number().nullable() }),
        status: 200,
      }),
      /** What the caller may open. */
      mine: route.get('/user-access/mine', { access: canDo(`${app}.device`, 'read'), reply: z.array(credential) }),
    },
    revocation: revocationRoutes(app),
    deviceAccess: {
      temporary: route.list('/device/{id}/temporary-access', { access: access('read'), reply: grant, list: {} }),
      giveTemporary: route.post('/device/{id}/temporary-access', {
        access: access('create'),
        body: temporaryGrant,
        ...given,
      }),
      scheduled: route.list('/device/{id}/schedule-access', { access: access('read'), reply: grant, list: {} }),
      giveScheduled: route.post('/device/{id}/schedule-access', {
        access: access('create'),
        body: scheduledGrant,
        ...given,
      }),
    },
  };
}

function tokenRoutes(app: string) {
  const can = (action: string) => canDo(`${app}.access-token`, action);
  const change = { access: can('update'), reply: credential, status: 200 } as const;
  return {
    list: route.list('/access-token', { access: can('read'), reply: credential, list: lists.tokens }),
    count: route.get('/access-token/count', { access: can('read'), reply: z.array(count) }),
    calendar: route.get('/access-token/calendar', {
      access: can('read'),
      query: z.object({ from: instant(), to: instant(), deviceId: id().optional(), holderId: id().optional() }),
      reply: accessCalendar,
    }),
    create: route.post('/access-token', { access: can('create'), body: newToken, ...given }),
    get: route.get('/access-token/{id}', { access: can('read'), reply: credential }),
    activate: route.post('/access-token/{id}/activate', change),
    deactivate: route.post('/access-token/{id}/deactivate', change),
    block: route.post('/access-token/{id}/block', change),
    unblock: route.post('/access-token/{id}/unblock', change),
    /** Shows the secret code again; each view is logged. */
    reveal: route.post('/access-token/{id}/reveal', {
      access: can('reveal'),
      reply: z.object({ code: z.string() }),
      status: 200,
    }),
    /** Reads the state of a link without using it. `wait`: the answer waits some seconds for the end of an opening. */
    publicState: route.get('/access-token/public/{token}', {
      access: byToken,
      params: token,
      query: z.object({ wait: z.literal('1').optional() }),
      reply: publicLink,
      ownTransactions: true,
    }),
    /** Uses the link once. A repetition with the same key gets the same answer. */
    publicUnlock: route.post('/access-token/public/{token}/unlock', {
      access: byToken,
      params: token,
      body: z.object({
        key: z.uuid('invalid'),
        pin: z.string().max(9, 'tooLong').optional(),
        waitSeconds: numberWithin(1, 120).int('enterANumber').optional(),
        /** Where the phone is, with its error in metres. */
        position: location()
          .extend({ accuracy: numberWithin(0, 1_000_000) })
          .optional(),
      }),
      reply: opening,
      status: 200,
      ownTransactions: true,
    }),
  };
}

function logRoutes(app: string) {
  const access = canDo(`${app}.access`, 'read');
  return {
    list: route.list('/access-log', { access, reply: accessLogLine, list: accessLogList }),
    newest: route.get('/dashboard/access-log', { access, reply: z.array(accessLogLine) }),
  };
}

/** The lowest roles of the actions, for `roles` of the manifest. */
export const accessRoles = {
  'access.create': 'Operator',
  'access.create-fulltime': 'Admin',
  'access-token.create': 'Operator',
  'access-token.update': 'Operator',
  'access-token.reveal': 'Admin',
} as const;
