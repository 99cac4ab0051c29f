import { z } from 'zod';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { paramsOf } from '#core/devices/common/models/model-settings.ts';
import { digitsOnly, textOfLength } from '#platform/common/validation/validation.ts';
import { isWeakCode } from './codes.ts';

const weekSeconds = 7 * 86_400;
const yearSeconds = 366 * 86_400;
const reason = textOfLength({ max: 200 }).optional();

/** A password or code with this many digits that is not easy to guess. */
export const digitCode = (min: number, max: number) =>
  digitsOnly()
    .min(min, 'tooShort')
    .max(max, 'tooLong')
    .refine((code) => !isWeakCode(code), 'weakCode');

/** The data that a reader gets from a card. */
export const cardNumber = () => z.string().regex(/^[0-9A-F]{4,20}$/, 'cardNumber');

/** The parameters for opening a lock. `force`: try even though it is jammed. */
export const unlockOrder = z.strictObject({
  reason,
  seconds: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(60, 'outOfRange').optional(),
  force: z.boolean().optional(),
});

/** The error keys of refusals of locks, and the last six digits of their codes. */
export const lockErrors = {
  asleep: { code: '010403', word: 'wake-up-the-lock' },
  blocked: { code: '010410', word: 'access-blocked' },
  jammed: { code: '010411', word: 'lock-jammed' },
} as const;

type Options = {
  /** The first two digits of the app's error codes. */
  errors: string;
  /** The solutions whose devices are locks. */
  solutions: readonly number[];
  /** The models with a keypad. */
  keypads: readonly number[];
  /** The models that keep cards. */
  cards: readonly number[];
  /** The models that have a master password. */
  passwords: readonly number[];
};

/** The commands that put codes on keypads and cards on readers; only the server sends them. */
function codeCommands({ solutions, keypads, cards }: Options) {
  const stored = { solutions, internal: true, absent: 'hold', key: 'slot' } as const;
  const slot = z.number().int().min(1).max(65_535);
  const valid = {
    slot,
    fingerprint: z.string(),
    from: z.string().optional(),
    to: z.string().optional(),
    uses: z.number().int().optional(),
  };
  const written = { ...stored, expires: { default: weekSeconds, max: yearSeconds } } as const;
  const deleted = {
    ...stored,
    params: z.strictObject({ slot }),
    first: true,
    withoutSubscription: true,
    expires: { default: yearSeconds, max: yearSeconds },
  } as const;
  const inSlot = { entry: { param: 'slot' }, within: 60 } as const;
  const same = { ...inSlot, is: { param: 'fingerprint' } } as const;
  const gone = { ...inSlot, gone: true } as const;
  const ofCodes = { models: keypads, changes: 'code' } as const;
  const ofCards = { models: cards, changes: 'card' } as const;
  return {
    setCode: {
      ...written,
      ...ofCodes,
      params: z.strictObject({ ...valid, code: z.string() }),
      secret: ['code'],
      confirmed: { ...same, attribute: 'codes' },
    },
    deleteCode: { ...deleted, ...ofCodes, confirmed: { ...gone, attribute: 'codes' } },
    setCard: {
      ...written,
      ...ofCards,
      params: z.strictObject({ ...valid, card: z.string() }),
      secret: ['card'],
      confirmed: { ...same, attribute: 'cards' },
    },
    deleteCard: { ...deleted, ...ofCards, confirmed: { ...gone, attribute: 'cards' } },
    /** The lock reports its codes and its cards. */
    listCodes: {
      solutions,
      models: keypads,
      internal: true,
      absent: 'hold',
      withoutSubscription: true,
      params: z.strictObject({}),
      expires: { default: 86_400 },
      confirmed: { attribute: 'codes', within: 60 },
    },
    setClock: {
      solutions,
      internal: true,
      absent: 'hold',
      params: z.strictObject({ ts: z.number(), offsetMinutes: z.number() }),
      expires: { default: 86_400 },
      confirmed: { sensor: 'clockOffset', is: 0, tolerance: 5, within: 600 },
    },
  } satisfies Record<string, CommandSpec>;
}

/** The commands of locks, to be spread into those of an app. */
export function lockCommands(options: Options) {
  const { errors, solutions, passwords } = options;
  const refusal = ({ code, word }: (typeof lockErrors)[keyof typeof lockErrors]) => ({ code: errors + code, word });
  const moves = {
    solutions,
    absent: refusal(lockErrors.asleep),
    expires: { default: 30, min: 5, max: 120 },
  } as const satisfies Partial<CommandSpec>;
  return {
    unlock: {
      ...moves,
      params: unlockOrder,
      ability: 'unlock',
      confirm: true,
      once: true,
      unless: { sensor: 'lockState', is: 'jammed', force: 'force', ...refusal(lockErrors.jammed) },
      confirmed: { sensor: 'lockState', is: 'unlocked', within: 15 },
    },
    lock: {
      ...moves,
      params: z.strictObject({}),
      ability: 'lock',
      withoutSubscription: true,
      automatic: true,
      confirmed: { sensor: 'lockState', is: 'locked', within: 15 },
    },
    /** The platform refuses openings from the moment of the order; the lock follows when the order reaches it. */
    setBlocked: {
      fields: { on: { kind: 'boolean', default: true } },
      params: paramsOf({ on: { kind: 'boolean', default: true } }),
      solutions,
      ability: 'block',
      absent: 'hold',
      confirm: true,
      withoutSubscription: true,
      automatic: { on: [true] },
      expires: { default: weekSeconds },
      confirmed: { attribute: 'blocked', is: { param: 'on' }, within: 60 },
    },
    ...codeCommands(options),
    setPassword: {
      params: z.strictObject({ password: digitCode(6, 9), oldPassword: digitsOnly().max(9, 'tooLong').optional() }),
      secret: ['password', 'oldPassword'],
      solutions,
      models: passwords,
      ability: 'password',
      absent: 'hold',
      expires: { default: weekSeconds },
      confirmed: { attribute: 'passwordSetAt', within: 600 },
    },
  } satisfies Record<string, CommandSpec>;
}

/** The lowest roles of the actions on locks, for `roles` of the manifest. */
export const lockRoles = {
  'device.unlock': 'Operator',
  'device.lock': 'Operator',
  'device.block': 'Operator',
  'device.password': 'Admin',
} as const;
