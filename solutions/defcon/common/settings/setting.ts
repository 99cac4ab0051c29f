import { z } from 'zod';
import type { CompanyType } from '#platform/common/company-kinds.ts';
import type { AppSettings } from '#platform/common/settings/app-settings.ts';
import { requiredText } from '#platform/common/validation/validation.ts';

const whole = (min: number, max: number) =>
  z.number('enterANumber').int('enterANumber').min(min, 'outOfRange').max(max, 'outOfRange');
/** One for each priority, the most urgent first. */
const byPriority = (one: z.ZodType<number, number>) => z.array(one).length(4, 'wrongLength');
const ackWithin = whole(10, 86_400);
/** 0: a taken incident stays taken. */
const idleAfter = z.union([z.literal(0), whole(30, 86_400)], 'outOfRange');

/** Kinds of alarms that can go to the police by themselves. */
export const autoPoliceKinds = ['hold-up', 'duress', 'panic', 'fire', 'gas', 'medical'] as const;

/** How events of a panel become incidents. */
const rules = {
  /** A second detector within so many minutes confirms an intrusion. */
  confirmMinutes: whole(30, 60),
  holdupConfirmHours: whole(8, 20),
  /** So many hits of a zone in an armed period ring. */
  swingerHits: whole(1, 6),
  /** Disarming so soon after the first hit marks an incident as cancelled. */
  cancelMinutes: whole(1, 10),
};

/** The shares of acknowledgements for which each number of seconds of a target is meant. */
export const targetShares = [0.8, 0.985] as const;
const target = z
  .array(whole(5, 3600))
  .length(targetShares.length, 'wrongLength')
  .refine(([first = 0, second = 0]) => first <= second, 'targetOrder');

const security = {
  ...rules,
  ackSeconds: byPriority(ackWithin),
  idleSeconds: byPriority(idleAfter),
  /** Seconds of priority 1 and of the others, for the shares of `targetShares`. */
  urgentTargets: target,
  otherTargets: target,
  autoPolice: z.array(z.enum(autoPoliceKinds)).max(autoPoliceKinds.length, 'tooLong'),
  takeOverMinutes: whole(1, 30),
  shifts: z.array(requiredText(30)).max(6, 'tooLong'),
};
const customer = {
  ...rules,
  notifyArming: z.boolean(),
  notifyLateToArm: z.boolean(),
  /** Groups can be disarmed from afar, by anybody. */
  remoteDisarm: z.boolean(),
  /** The call for help has to be held for two seconds. */
  panicHold: z.boolean(),
};
/** From the false alarm with this number in twelve months on, each one costs so much. */
const feeBand = z.strictObject({ from: whole(1, 999), feeAed: whole(0, 100_000) });
const headquarters = {
  /** Requests go straight to the station. */
  direct: z.boolean(),
  acceptsCustomers: z.boolean(),
  hqAckSeconds: whole(10, 3600),
  localAckSeconds: whole(10, 3600),
  feeBands: z
    .array(feeBand)
    .max(6, 'tooLong')
    .refine((bands) => bands.every(({ from }, n) => n === 0 || from > (bands[n - 1]?.from ?? 0)), 'bandOrder'),
  /** Requests for premises with so many false alarms are refused; 0: never. */
  suspendAt: whole(0, 99),
  dossierDays: whole(30, 365),
};

const version = whole(0, 2_147_483_647);
export const securitySetting = z.strictObject({ kind: z.literal('security'), ...security, version });
export const customerSetting = z.strictObject({ kind: z.literal('customer'), ...customer, version });
export const headquartersSetting = z.strictObject({ kind: z.literal('headquarters'), ...headquarters, version });
/** The rules and times of a company of this kind. The version counts the changes; 0 are the usual ones. */
export const intrusionSetting = z.discriminatedUnion(
  'kind',
  [securitySetting, customerSetting, headquartersSetting],
  'invalid',
);
export type IntrusionSetting = z.infer<typeof intrusionSetting>;
type SettingKind = IntrusionSetting['kind'];

const everything = z.object({ ...security, ...customer, ...headquarters });
/** Those of all kinds of companies. */
export type Settings = z.infer<typeof everything>;
export type Rules = Pick<Settings, keyof typeof rules>;

const usualRules: Rules = { confirmMinutes: 60, holdupConfirmHours: 12, swingerHits: 3, cancelMinutes: 5 };
export const usualSettings: Settings = {
  ...usualRules,
  ackSeconds: [30, 60, 120, 1800],
  idleSeconds: [120, 180, 300, 0],
  urgentTargets: [30, 60],
  otherTargets: [90, 180],
  autoPolice: ['hold-up', 'duress', 'panic'],
  takeOverMinutes: 3,
  shifts: [],
  notifyArming: false,
  notifyLateToArm: true,
  remoteDisarm: true,
  panicHold: true,
  direct: false,
  acceptsCustomers: false,
  hqAckSeconds: 120,
  localAckSeconds: 120,
  feeBands: [],
  suspendAt: 0,
  dossierDays: 90,
};

export const settings: AppSettings<typeof everything.shape> = {
  app: 'defcon',
  fields: everything,
  defaults: usualSettings,
};

/** Other companies than security companies and the police have panels, as customers do. */
export const settingKindOf = (type: CompanyType | null): SettingKind =>
  type === 'Security Company' ? 'security' : type === 'HQ Police Station' ? 'headquarters' : 'customer';

const shapes = { security: securitySetting, customer: customerSetting, headquarters: headquartersSetting };

/** What of the settings a company of this kind has. */
export function settingOfKind(kind: SettingKind, all: Settings & { version: number }): IntrusionSetting {
  const own = Object.entries(all).filter(([name]) => name in shapes[kind].shape);
  return intrusionSetting.parse({ kind, ...Object.fromEntries(own) });
}
