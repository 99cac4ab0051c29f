import type { Condition } from '#core/rules/common/condition.ts';
import { level, type StarterRule, type Starters, sensorIs, starterRule } from '#core/templates/server/api.ts';
import { type WeekSchedule, weekdays } from '#platform/common/time/week-schedule.ts';
import { hardware, locks } from '../../common/devices.ts';

const minute = 60;
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

const always: StarterRule[] = [
  starterRule(
    { en: 'Lock jammed', ar: 'القفل عالق' },
    'jammed',
    level('problem', { any: [sensorIs('lockState', 'jammed'), sensorIs('motorFault', true)] }),
  ),
  starterRule(
    { en: 'Left unlocked', ar: 'القفل متروك مفتوحًا' },
    'unlocked-long',
    level('ok', sensorIs('lockState', 'unlocked'), 15 * minute),
  ),
  {
    ...starterRule(
      { en: 'Opened out of hours', ar: 'فتح خارج أوقات العمل' },
      'opened-out-of-hours',
      level('poor', happens(['unlock', 'manual'], 1, 10 * minute)),
    ),
    schedule: night,
  },
  starterRule(
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
  const from = (severity: Parameters<typeof level>[0], times: number) =>
    level(severity, {
      any: [unknownCodes(times), ...(tries ? [{ sensor: 'wrongCodeTries', is: '>=' as const, value: times }] : [])],
    });
  return starterRule({ en: 'Wrong codes', ar: 'رموز خاطئة' }, 'wrong-codes', from('poor', 5), from('problem', 10));
};

/** What a sensor of a model makes possible. */
const bySensor: Readonly<Record<string, readonly StarterRule[]>> = {
  door: [
    starterRule(
      { en: 'Door held open', ar: 'الباب متروك مفتوحًا' },
      'door-held',
      level('poor', sensorIs('door', true), minute),
      level('problem', sensorIs('door', true), 10 * minute),
    ),
  ],
  cableInserted: [
    starterRule(
      { en: 'Cable cut', ar: 'قُطع الكبل' },
      'cable-cut',
      level('problem', { all: [sensorIs('cableInserted', false), sensorIs('lockState', 'locked')] }),
    ),
    starterRule(
      { en: 'Opened outside of its geofence', ar: 'فُتح خارج سياجه الجغرافي' },
      'opened-outside-fence',
      level('problem', { all: [sensorIs('lockState', 'unlocked'), { place: 'leaves', geofenceId: null }] }),
    ),
  ],
  duress: [
    starterRule(
      { en: 'Duress code used', ar: 'استُخدم رمز الإكراه' },
      'duress',
      level('problem', sensorIs('duress', true)),
    ),
  ],
  coverOpen: [
    starterRule({ en: 'Cover open', ar: 'الغطاء مفتوح' }, 'cover-open', level('problem', sensorIs('coverOpen', true))),
  ],
};

/**
 * The default rules of a lock model. What needs no rule is watched by the platform itself: locks that are forced open, codes that
 * differ, that fill the lock, or that are still there after they were taken.
 */
export const lockRules = (hardwareId: number): StarterRule[] => {
  const { sensors = [] } = hardware.find(({ id }) => id === hardwareId) ?? {};
  return [...always, wrongCodes(sensors.includes('wrongCodeTries')), ...sensors.flatMap((key) => bySensor[key] ?? [])];
};

export const lockStarters: Starters = Object.fromEntries(
  Object.keys(locks).map((id) => [id, { rules: lockRules(Number(id)) }]),
);
