import { level, type StarterRule, type Starters, sensorIs, starterRule } from '#core/templates/server/api.ts';
import { type WeekSchedule, weekdays } from '#platform/common/time/week-schedule.ts';
import { hardware } from '../common/devices.ts';

const [minute, hour] = [60, 3600];
/** When no vehicle should move. A company changes it to its own hours. */
const night: WeekSchedule = {
  timeZone: 'Asia/Dubai',
  week: weekdays.map((name) => ({
    name,
    periods: [
      { start: '00:00', end: '05:00' },
      { start: '22:00', end: '23:59' },
    ],
  })),
  seasons: [],
  holidays: [],
};

/** The highest speed on roads of the Emirates, in km/h. */
const speedLimit = 140;
/** Of the tank, in percent, that is gone between two values although the ignition is off. */
const siphoned = 8;
const ignition = (on: boolean) => sensorIs('ignition', on);
const events = (event: string, times = 1, withinSeconds = 10 * minute) => ({ event, where: {}, times, withinSeconds });

const everyTracker: StarterRule[] = [
  starterRule(
    { en: 'Overspeed', ar: 'تجاوز السرعة' },
    'overspeed',
    level(
      'poor',
      {
        any: [
          { position: 'faster', than: speedLimit },
          { limit: 'fence', over: 0 },
        ],
      },
      10,
    ),
    level(
      'problem',
      {
        any: [
          { position: 'faster', than: speedLimit + 30 },
          { limit: 'fence', over: 30 },
        ],
      },
      10,
    ),
  ),
  starterRule(
    { en: 'Engine runs while the vehicle stands', ar: 'المحرك يعمل والمركبة متوقفة' },
    'idling',
    level('ok', { all: [ignition(true), { position: 'slower', than: 5 }] }, 10 * minute),
  ),
  {
    ...starterRule(
      { en: 'Used out of hours', ar: 'استخدام خارج أوقات الدوام' },
      'out-of-hours',
      level('problem', { all: [ignition(true), { position: 'away', than: 200 }] }),
    ),
    schedule: night,
  },
  starterRule(
    { en: 'Towed', ar: 'سُحبت المركبة' },
    'towing',
    level('problem', { all: [ignition(false), { position: 'away', than: 200 }] }, minute),
  ),
  starterRule(
    { en: 'Fuel drop', ar: 'انخفاض مفاجئ في الوقود' },
    'fuel-drop',
    level('problem', { step: 'fuel', by: -siphoned, onlyWhile: { sensor: 'ignition', is: false } }),
  ),
  starterRule(
    { en: 'Four hours without a break', ar: 'أربع ساعات دون استراحة' },
    'long-driving',
    level('poor', ignition(true), 4 * hour),
  ),
  starterRule(
    { en: 'No position while driving', ar: 'لا يُعرف موقعها أثناء السير' },
    'no-fix',
    level('poor', { all: [ignition(true), { position: 'older', than: 30 * minute }] }),
  ),
  starterRule(
    { en: 'Vehicle battery disconnected', ar: 'فُصلت بطارية المركبة' },
    'power-cut',
    level('problem', { sensor: 'externalVoltage', is: '<', value: 6, clearBand: 2 }),
  ),
];

const withEvents: StarterRule[] = [
  ...(
    [
      ['Harsh braking', 'كبح مفاجئ', 'harsh-braking'],
      ['Harsh acceleration', 'تسارع مفاجئ', 'harsh-acceleration'],
      ['Harsh cornering', 'انعطاف حاد', 'harsh-cornering'],
    ] as const
  ).map(([en, ar, kind]) =>
    starterRule({ en, ar }, kind, level('ok', events(kind)), level('poor', events(kind, 5, hour))),
  ),
  starterRule({ en: 'Crash', ar: 'حادث اصطدام' }, 'crash', level('problem', events('crash'))),
  starterRule({ en: 'SOS', ar: 'نداء استغاثة' }, 'sos', level('problem', events('sos'))),
  starterRule({ en: 'Jamming', ar: 'تشويش على الإشارة' }, 'jamming', level('problem', events('jamming'))),
];

/** The rules with which trackers begin. */
export const starters: Starters = Object.fromEntries(
  hardware.map((model) => [model.id, { rules: [...everyTracker, ...(model.events ? withEvents : [])] }]),
);
