import { z } from 'zod';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';

const unknownSender = z.object({
  id: z.number(),
  port: z.number(),
  account: z.string(),
  /** The kind of the last message. */
  token: z.string(),
  address: z.string(),
  firstAt: z.string(),
  lastAt: z.string(),
  count: z.number(),
});
export type UnknownSender = z.infer<typeof unknownSender>;

export const unknownSenders = {
  filter: ['account', 'lastAt'],
  sort: ['lastAt', 'account'],
  defaultSort: ['lastAt', 'desc'],
} as const satisfies ListSpec;

/** Accounts that report over SIA DC-09 and that no panel has. They may be those of any company, so only the platform sees them. */
export const siaRoutes = {
  unknown: route.list('/sia/unknown', {
    access: { adminTypes: ['Super Admin'] },
    reply: unknownSender,
    list: unknownSenders,
  }),
};

export const siaEncryptions = ['none', 'optional', 'required'] as const;
/** How a key is written: panels ask for it as hexadecimal digits or as text. */
export const siaKeyForms = ['hex', 'text'] as const;
export const siaClocks = ['utc', 'local'] as const;

/** What can be wrong with the messages of a panel, apart from what they say. */
export const siaTroubles = ['wrong-key', 'unencrypted', 'clock-wrong', 'flooding'] as const;
export type SiaTrouble = (typeof siaTroubles)[number];
/** One that has happened within a day. */
export const siaTrouble = z.object({
  kind: z.enum(siaTroubles),
  firstAt: z.string(),
  lastAt: z.string(),
  count: z.number(),
  /** From where the last message of it came. */
  address: z.string(),
});

/** By which account a panel reports over SIA DC-09, and how. */
export const siaAccount = z.object({
  account: z.string().regex(/^[0-9A-Za-z]{3,16}$/, 'siaAccount'),
  /** The port of the receiver; null: any. */
  port: z.number().int().min(1).max(65535).nullable(),
  encryption: z.enum(siaEncryptions),
  keyForm: z.enum(siaKeyForms).nullable(),
  /** The clock of the panel: UTC, or that of its site. */
  clock: z.enum(siaClocks),
  /** Messages that are not encrypted are refused for a wrong time, too: some panels set their clock only then. */
  refusesPlainTime: z.boolean(),
});
export type SiaAccount = z.infer<typeof siaAccount>;

/** The same as people write it. A key that is left out stays as it is; null removes it. It is never shown. */
export const siaAccountInput = siaAccount
  .partial()
  .required({ account: true })
  .extend({ key: z.string().max(64, 'tooLong').nullable().optional() });
export type SiaAccountInput = z.infer<typeof siaAccountInput>;
