import { usualInterval } from '#core/devices/common/models/reporting.ts';
import { level, type StarterRule, type Starters, sensorIs, starterRule } from '#core/templates/server/api.ts';
import { type WeekSchedule, weekdays } from '#platform/common/time/week-schedule.ts';
import { hardware } from '../common/devices.ts';

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

const tracker = (reportEverySeconds: number): StarterRule[] => [
  starterRule(
    { en: 'Entered a geofence', ar: 'دخل نطاقًا جغرافيًا' },
    'fence-enter',
    level('ok', { place: 'enters', geofenceId: null }),
  ),
  starterRule(
    { en: 'Left its geofence', ar: 'غادر نطاقه الجغرافي' },
    'fence-exit',
    level('poor', { place: 'leaves', geofenceId: null }),
  ),
  starterRule(
    { en: 'Stays too long in a geofence', ar: 'يمكث طويلًا في نطاق جغرافي' },
    'dwell',
    level('ok', { place: 'inside', geofenceId: null }, 4 * hour),
  ),
  {
    ...starterRule(
      { en: 'Moved at night', ar: 'تحرّك ليلًا' },
      'moved-when-parked',
      level('poor', { any: [sensorIs('motion', true), { position: 'away', than: 200 }] }),
    ),
    schedule: night,
  },
  starterRule(
    { en: 'No position', ar: 'لا يُعرف موقعه' },
    'no-position',
    level('poor', { position: 'older', than: 6 * reportEverySeconds }),
  ),
  starterRule(
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
      starterRule({ en: 'SOS', ar: 'نداء استغاثة' }, 'sos', level('problem', sensorIs('sos', true))),
      starterRule({ en: 'Fall', ar: 'سقوط' }, 'fall', level('problem', sensorIs('fall', true), 30)),
      {
        ...starterRule(
          { en: 'Not worn on duty', ar: 'غير مُرتدى أثناء الدوام' },
          'not-worn',
          level('ok', sensorIs('worn', false), 10 * minute),
        ),
        schedule: shift,
      },
      starterRule(
        { en: 'Left the work zone', ar: 'خرج من منطقة العمل' },
        'left-zone',
        level('poor', { place: 'leaves', geofenceId: null }),
      ),
      {
        ...starterRule(
          { en: 'No motion on duty', ar: 'لا حركة أثناء الدوام' },
          'no-motion',
          level('ok', sensorIs('motion', false), 10 * minute),
        ),
        schedule: shift,
      },
    ],
  },
  2001: {
    rules: [
      starterRule(
        { en: 'Parked too long', ar: 'وقوف أطول من المسموح' },
        'overstay',
        level('ok', sensorIs('occupied', true), 4 * hour),
      ),
      {
        ...starterRule(
          { en: 'Parked out of hours', ar: 'وقوف خارج الأوقات' },
          'occupied-out-of-hours',
          level('ok', sensorIs('occupied', true)),
        ),
        schedule: night,
      },
      // A duration counts one state: two rules of a kind watch both, and the alarm ends when the state changes.
      ...[
        { state: true, titles: { en: 'Occupied for a week', ar: 'مشغول منذ أسبوع' } },
        { state: false, titles: { en: 'Free for a week', ar: 'شاغر منذ أسبوع' } },
      ].map(({ state, titles }) => starterRule(titles, 'no-change', level('ok', sensorIs('occupied', state), 7 * day))),
    ],
  },
};
