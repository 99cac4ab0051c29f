import { usualInterval } from '#core/devices/common/models/reporting.ts';
import type { Condition } from '#core/rules/common/condition.ts';
import type { Level } from '#core/rules/common/rule.ts';
import type { Starters } from '#core/templates/server/api.ts';
import { type WeekSchedule, weekdays } from '#platform/common/time/week-schedule.ts';
import { hardware } from '../common/devices.ts';

type Rule = NonNullable<NonNullable<Starters[number]>['rules']>[number];
type Names = { en: string; ar: string };

const level = (severity: Level['severity'], condition: Condition, seconds = 0): Level => ({
  severity,
  condition,
  trigger: seconds > 0 ? { type: 'duration', seconds } : { type: 'simple' },
});
const rule = (titles: Names, kind: string, ...levels: Level[]): Rule => ({ name: titles.en, titles, kind, levels });
const is = (sensor: string, value: boolean): Condition => ({ sensor, is: '=', value });

const [minute, hour, day] = [60, 3600, 86_400];
const everyDay = (...periods: { start: string; end: string }[]): WeekSchedule => ({
  timeZone: 'Asia/Dubai',
  week: weekdays.map((name) => ({ name, periods })),
  seasons: [],
  holidays: [],
});
/** When nobody works and nothing should move. */
const night = everyDay({ start: '00:00', end: '06:00' }, { start: '20:00', end: '23:59' });
/** The hours that a company changes to those of its shifts. */
const shift = everyDay({ start: '08:00', end: '17:00' });

/** The highest speed on roads, in km/h; the limit of a company is usually lower. */
const speedLimit = 120;

const tracker = (reportEverySeconds: number): Rule[] => [
  rule(
    { en: 'Entered a geofence', ar: 'دخل نطاقًا جغرافيًا' },
    'fence-enter',
    level('ok', { place: 'enters', geofenceId: null }),
  ),
  rule(
    { en: 'Left its geofence', ar: 'غادر نطاقه الجغرافي' },
    'fence-exit',
    level('poor', { place: 'leaves', geofenceId: null }),
  ),
  rule(
    { en: 'Stays too long in a geofence', ar: 'يمكث طويلًا في نطاق جغرافي' },
    'dwell',
    level('ok', { place: 'inside', geofenceId: null }, 4 * hour),
  ),
  {
    ...rule(
      { en: 'Moved at night', ar: 'تحرّك ليلًا' },
      'moved-when-parked',
      level('poor', { any: [is('motion', true), { position: 'away', than: 200 }] }),
    ),
    schedule: night,
  },
  rule(
    { en: 'No position', ar: 'لا يُعرف موقعه' },
    'no-position',
    level('poor', { position: 'older', than: 6 * reportEverySeconds }),
  ),
  rule(
    { en: 'Faster than allowed', ar: 'تجاوز السرعة المسموح بها' },
    'speeding',
    level('ok', { position: 'faster', than: speedLimit }, 30),
  ),
];

/** The starter templates of trackers and parking sensors. */
export const starters: Starters = {
  ...Object.fromEntries(
    hardware
      .filter(({ solution }) => [14, 15].includes(solution))
      .map((model) => [model.id, { rules: tracker(usualInterval(model)) }]),
  ),
  1601: {
    rules: [
      rule({ en: 'SOS', ar: 'نداء استغاثة' }, 'sos', level('problem', is('sos', true))),
      rule({ en: 'Fall', ar: 'سقوط' }, 'fall', level('problem', is('fall', true), 30)),
      {
        ...rule(
          { en: 'Not worn on duty', ar: 'غير مُرتدى أثناء الدوام' },
          'not-worn',
          level('ok', is('worn', false), 10 * minute),
        ),
        schedule: shift,
      },
      rule(
        { en: 'Left the work zone', ar: 'خرج من منطقة العمل' },
        'left-zone',
        level('poor', { place: 'leaves', geofenceId: null }),
      ),
      {
        ...rule(
          { en: 'No motion on duty', ar: 'لا حركة أثناء الدوام' },
          'no-motion',
          level('ok', is('motion', false), 10 * minute),
        ),
        schedule: shift,
      },
    ],
  },
  2001: {
    rules: [
      rule(
        { en: 'Parked too long', ar: 'وقوف أطول من المسموح' },
        'overstay',
        level('ok', is('occupied', true), 4 * hour),
      ),
      {
        ...rule(
          { en: 'Parked out of hours', ar: 'وقوف خارج الأوقات' },
          'occupied-out-of-hours',
          level('ok', is('occupied', true)),
        ),
        schedule: night,
      },
      // A duration counts one state: two rules of a kind watch both, and the alarm ends when the state changes.
      ...[
        { state: true, titles: { en: 'Occupied for a week', ar: 'مشغول منذ أسبوع' } },
        { state: false, titles: { en: 'Free for a week', ar: 'شاغر منذ أسبوع' } },
      ].map(({ state, titles }) => rule(titles, 'no-change', level('ok', is('occupied', state), 7 * day))),
    ],
  },
};
