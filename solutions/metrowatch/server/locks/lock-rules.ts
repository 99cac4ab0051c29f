import type { Condition } from '#core/rules/common/condition.ts';
import type { Level } from '#core/rules/common/rule.ts';
import type { Starters } from '#core/templates/server/api.ts';
import { type WeekSchedule, weekdays } from '#platform/common/time/week-schedule.ts';
import { hardware, locks } from '../../common/devices.ts';

type Rule = NonNullable<NonNullable<Starters[number]>['rules']>[number];
type Names = { en: string; ar: string };

const minute = 60;
const level = (severity: Level['severity'], condition: Condition, seconds = 0): Level => ({
  severity,
  condition,
  trigger: seconds > 0 ? { type: 'duration', seconds } : { type: 'simple' },
});
const rule = (titles: Names, kind: string, ...levels: Level[]): Rule => ({ name: titles.en, titles, kind, levels });
const is = (sensor: string, value: string | boolean): Condition => ({ sensor, is: '=', value });
const happens = (action: string[], times: number, withinSeconds: number, where: Record<string, string[]> = {}) =>
  ({ event: 'access', where: { action, ...where }, times, withinSeconds }) satisfies Condition;
const unknownCodes = (times: number) => happens(['denied'], times, 10 * minute, { reason: ['unknown-code'] });

/** From ten in the evening to six in the morning; companies set hours of their own. */
const night: WeekSchedule = {
  timeZone: 'Asia/Dubai',
  week: weekdays.map((name) => ({
    name,
    periods: [
      { start: '00:00', end: '06:00' },
      { start: '22:00', end: '23:59' },
    ],
  })),
  seasons: [],
  holidays: [],
};

const always: Rule[] = [
  rule(
    { en: 'Lock jammed', ar: 'القفل عالق' },
    'jammed',
    level('problem', { any: [is('lockState', 'jammed'), is('motorFault', true)] }),
  ),
  rule(
    { en: 'Left unlocked', ar: 'القفل متروك مفتوحًا' },
    'unlocked-long',
    level('ok', is('lockState', 'unlocked'), 15 * minute),
  ),
  {
    ...rule(
      { en: 'Opened out of hours', ar: 'فتح خارج أوقات العمل' },
      'opened-out-of-hours',
      level('poor', happens(['unlock', 'manual'], 1, 10 * minute)),
    ),
    schedule: night,
  },
  rule(
    { en: 'Clock of the lock is off', ar: 'ساعة القفل غير مضبوطة' },
    'clock-drift',
    level('poor', {
      any: [
        { sensor: 'clockOffset', is: '>', value: 300, clearBand: 30 },
        { sensor: 'clockOffset', is: '<', value: -300, clearBand: 30 },
      ],
    }),
  ),
];

const wrongCodes = (tries: boolean) => {
  const from = (severity: Level['severity'], times: number) =>
    level(severity, {
      any: [unknownCodes(times), ...(tries ? [{ sensor: 'wrongCodeTries', is: '>=' as const, value: times }] : [])],
    });
  return rule({ en: 'Wrong codes', ar: 'رموز خاطئة' }, 'wrong-codes', from('poor', 5), from('problem', 10));
};

/** What a sensor of a model makes possible. */
const bySensor: Readonly<Record<string, readonly Rule[]>> = {
  door: [
    rule(
      { en: 'Door held open', ar: 'الباب متروك مفتوحًا' },
      'door-held',
      level('poor', is('door', true), minute),
      level('problem', is('door', true), 10 * minute),
    ),
  ],
  cableInserted: [
    rule(
      { en: 'Cable cut', ar: 'قُطع الكبل' },
      'cable-cut',
      level('problem', { all: [is('cableInserted', false), is('lockState', 'locked')] }),
    ),
    rule(
      { en: 'Opened outside of its geofence', ar: 'فُتح خارج سياجه الجغرافي' },
      'opened-outside-fence',
      level('problem', { all: [is('lockState', 'unlocked'), { place: 'leaves', geofenceId: null }] }),
    ),
  ],
  duress: [rule({ en: 'Duress code used', ar: 'استُخدم رمز الإكراه' }, 'duress', level('problem', is('duress', true)))],
  coverOpen: [rule({ en: 'Cover open', ar: 'الغطاء مفتوح' }, 'cover-open', level('problem', is('coverOpen', true)))],
};

/**
 * The default rules of a lock model. What needs no rule is watched by the platform itself: locks that are forced open, codes that
 * differ, that fill the lock, or that are still there after they were taken.
 */
export const lockRules = (hardwareId: number): Rule[] => {
  const { sensors = [] } = hardware.find(({ id }) => id === hardwareId) ?? {};
  return [...always, wrongCodes(sensors.includes('wrongCodeTries')), ...sensors.flatMap((key) => bySensor[key] ?? [])];
};

export const lockStarters: Starters = Object.fromEntries(
  Object.keys(locks).map((id) => [id, { rules: lockRules(Number(id)) }]),
);
