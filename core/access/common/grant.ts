import { z } from 'zod';
import {
  email,
  id,
  instant,
  linkFreeName,
  optionalLinkFreeName,
  phone,
  textOfLength,
} from '#platform/common/validation/validation.ts';
import { accessModes, grantStates } from './grant-state.ts';
import { cardNumber, digitCode } from './lock-commands.ts';

/** `offline`: a code that the lock computes itself. */
export const accessMethods = ['app', 'pin', 'card', 'link', 'offline'] as const;
export type AccessMethod = (typeof accessMethods)[number];
/** What a lock keeps in numbered slots, by the names under which it reports them. */
export const stores = ['codes', 'cards'] as const;
export type CredentialStore = (typeof stores)[number];
/** Where a lock stores a credential; null if it is not stored on the lock. */
export const storeOf = (kind: AccessMethod): CredentialStore | null =>
  kind === 'pin' ? 'codes' : kind === 'card' ? 'cards' : null;
export const endReasons = ['expired', 'used-up', 'revoked', 'holder-left', 'device-left'] as const;
export type EndReason = (typeof endReasons)[number];

/** Whether a code or a card is stored on a lock; `none` for one that is not. */
export const syncStates = ['none', 'wanted', 'writing', 'set', 'failed', 'removing', 'removed', 'drift'] as const;
export const credentialStatuses = ['not-yet-activated', 'active', 'expired', 'blocked', 'deactivated'] as const;

export const notifyWays = ['email', 'sms'] as const;
export const maxLocks = 200;
export const maxWindows = 366;
export const maxUses = 500;

const named = z.object({ id: z.number(), name: z.string() });
const lock = named.extend({ solutionId: z.number() });

/** A person of the company, or another one with a phone number or an email address. */
const newHolder = z.union([
  z.strictObject({ userId: id() }),
  z
    .strictObject({
      name: linkFreeName(120),
      phone: phone('international').optional(),
      email: email().optional(),
      organization: textOfLength({ max: 120 }).optional(),
    })
    .refine((contact) => contact.phone !== undefined || contact.email !== undefined, {
      path: ['phone'],
      message: 'phoneOrEmail',
    }),
]);
export type NewHolder = z.infer<typeof newHolder>;

const window = z
  .object({ from: instant(), to: instant() })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], message: 'toAfterFrom' });
const target = z.union([
  z.strictObject({ structureId: id() }),
  z.strictObject({ spaceId: id() }),
  z.strictObject({ solutionId: id() }),
]);
const uses = z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(maxUses, 'outOfRange');
const methods = z.array(z.enum(accessMethods)).min(1, 'Required').max(accessMethods.length);

const newGrantFields = z.object({
  mode: z.enum(accessModes),
  holder: newHolder.optional(),
  deviceIds: z.array(id()).max(maxLocks, 'tooMany').optional(),
  /** Instead of `deviceIds`: the locks that are there now. */
  target: target.optional(),
  scheduleId: id().optional(),
  from: instant().optional(),
  to: instant().optional(),
  windows: z.array(window).min(1, 'Required').max(maxWindows, 'tooMany').optional(),
  maxUses: uses.optional(),
  methods,
  /** Drawn at random by default. */
  pin: digitCode(4, 9).optional(),
  /** The number of the card; one card for all locks. */
  card: cardNumber().optional(),
  /** The name of the lock that people without an account see; by default its own. */
  publicName: optionalLinkFreeName(60).optional(),
  /** The person who opens the link must also know a four-digit number. */
  needsPin: z.boolean().optional(),
  /**
   * The geofence within which the link opens. It guards against accidents: a phone can be made to report a false
   * position.
   */
  onlyInsideFence: id().optional(),
  /** How the holder gets the links. */
  notify: z.array(z.enum(notifyWays)).max(notifyWays.length).optional(),
  note: textOfLength({ max: 300 }).optional(),
});
export const newGrant = newGrantFields;
/**
 * A new end; or, for a grant by calendar, a new time for a window, an additional one (no `was`) or one less (no
 * `becomes`).
 */
export const grantChange = z.union([
  z.strictObject({ to: instant() }),
  z.strictObject({
    window: z
      .strictObject({ was: window.nullable(), becomes: window.nullable() })
      .refine(({ was, becomes }) => was !== null || becomes !== null, { path: ['becomes'], message: 'Required' }),
  }),
]);
export type GrantChange = z.infer<typeof grantChange>;
export type NewGrant = z.infer<typeof newGrant>;
const ofLinks = { publicName: true, needsPin: true, onlyInsideFence: true, notify: true, note: true } as const;
export const temporaryGrant = newGrantFields
  .pick({ holder: true, methods: true, ...ofLinks })
  .extend({ from: instant(), to: instant(), maxUses: uses.default(1) });
export const scheduledGrant = newGrantFields
  .pick({ from: true, to: true, methods: true, card: true, note: true })
  .extend({ holder: newHolder, scheduleId: id() });
export const newToken = newGrantFields
  .pick({ holder: true, ...ofLinks })
  .extend({ deviceId: id(), kind: z.enum(['link', 'pin']), from: instant(), to: instant(), maxUses: uses.default(1) });

export const credential = z.object({
  id: z.number(),
  companyId: z.number(),
  grantId: z.number(),
  device: lock,
  kind: z.enum(accessMethods),
  status: z.enum(credentialStatuses),
  activationAt: z.string().nullable(),
  expirationAt: z.string().nullable(),
  blockedAt: z.string().nullable(),
  deactivatedAt: z.string().nullable(),
  uses: z.number(),
  /** Null for any number of times. */
  maxUses: z.number().nullable(),
  lastUsedAt: z.string().nullable(),
  sync: z.enum(syncStates),
  /** Why the code is not on the lock: a text under `syncReason`. */
  reason: z.string().nullable(),
  slot: z.number().nullable(),
});
export type Credential = z.infer<typeof credential>;

export const grant = z.object({
  id: z.number(),
  companyId: z.number(),
  mode: z.enum(accessModes),
  state: z.enum(grantStates),
  endReason: z.enum(endReasons).nullable(),
  endedAt: z.string().nullable(),
  /** Null for grants without a name. */
  holder: named
    .extend({
      userId: z.number().nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      organization: z.string().nullable(),
    })
    .nullable(),
  schedule: named.nullable(),
  from: z.string(),
  to: z.string().nullable(),
  windows: z.array(z.object({ from: z.string(), to: z.string() })).nullable(),
  /** It allows to open now. */
  open: z.boolean(),
  /** When that may change. */
  nextEdge: z.string().nullable(),
  /** The platform writes codes to the locks when the grant starts to allow opening, and deletes them when it stops. */
  switched: z.boolean(),
  maxUses: z.number().nullable(),
  uses: z.number(),
  methods,
  needsPin: z.boolean(),
  /** The geofence within which its links open; null for anywhere. */
  onlyInsideFence: z.number().nullable(),
  publicName: z.string(),
  note: z.string(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  credentials: z.array(credential),
});
export type Grant = z.infer<typeof grant>;

/** The secrets of a new grant; they are returned only once. */
export const secrets = z.object({
  pin: z.string().nullable(),
  /** The number that the link asks for. */
  linkPin: z.string().nullable(),
  links: z.array(z.object({ deviceId: z.number(), device: z.string(), url: z.string() })),
});
export const grantWithSecrets = grant.extend({ secrets });
export type GrantWithSecrets = z.infer<typeof grantWithSecrets>;
