import type { Condition } from '#core/rules/common/condition.ts';
import { type StarterRule, type Starters, starterRule } from '#core/templates/server/api.ts';
import { type WeekSchedule, weekdays } from '#platform/common/time/week-schedule.ts';
import {
  above,
  atLeast,
  below,
  closeOnLeak,
  isTrue,
  lasting,
  leftInManualMode,
  noReading,
  starterLevel,
  threshold,
} from './starter-rules.ts';

const day = 24 * 60;
/** The flow for which a DN20 meter is made (Q3), 4 m³/h, in L/min. */
const permanentFlow = 66.7;
const pressure = threshold('pressure', { low: { poor: 1 }, high: { poor: 6, problem: 8 } }, 0.1, 5, 'pressure');
export const leakFound = [starterLevel('problem', isTrue('leak'))];
const water: StarterRule[] = [
  starterRule({ en: 'Water leak', ar: 'تسرب مياه' }, 'leak', ...leakFound),
  starterRule(
    { en: 'Water does not stop', ar: 'تدفق مياه لا يتوقف' },
    'continuous-flow',
    starterLevel('poor', above('flow', 0.5, 0.2), lasting(day)),
    starterLevel('problem', above('flow', 0.5, 0.2), lasting(2 * day)),
  ),
  starterRule(
    { en: 'Burst pipe', ar: 'انفجار أنبوب' },
    'burst',
    starterLevel('problem', above('flow', permanentFlow, 5), lasting(5)),
  ),
];

/** From midnight to five, when nobody fills or uses much of a tank. */
const night: WeekSchedule = {
  timeZone: 'Asia/Dubai',
  week: weekdays.map((name) => ({ name, periods: [{ start: '00:00', end: '05:00' }] })),
  seasons: [],
  holidays: [],
};

/** `contracted` is the power of the contract in kW. */
function electricity(phases: readonly string[], contracted: number): NonNullable<Starters[number]> {
  const any = (condition: (sensor: string) => Condition[]): Condition => ({
    any: phases.flatMap((phase) => condition(`voltage${phase}`)),
  });
  return {
    thresholds: [
      threshold('power', { high: { ok: 0.9 * contracted, poor: contracted } }, 0.02 * contracted, 5, 'overload'),
      threshold('powerFactor', { low: { ok: 0.85 } }, 0.02, 60, 'power-factor'),
    ],
    rules: [
      starterRule(
        { en: 'Voltage outside its limits', ar: 'الجهد خارج حدوده' },
        'voltage',
        starterLevel(
          'poor',
          any((sensor) => [below(sensor, 207, 3), above(sensor, 253, 3)]),
          lasting(1),
        ),
      ),
      starterRule(
        { en: 'Phase lost', ar: 'انقطاع طور' },
        'phase-loss',
        starterLevel(
          'problem',
          any((sensor) => [below(sensor, 50, 10)]),
          { type: 'duration', seconds: 5 },
        ),
      ),
      noReading(60),
    ],
  };
}

const probe: NonNullable<Starters[number]> = {
  thresholds: [threshold('probe1', { high: { ok: 8, poor: 12 } }, 0.5, 5, 'temperature-high')],
  rules: [
    starterRule(
      { en: 'Too cold', ar: 'برودة زائدة' },
      'temperature-low',
      starterLevel('poor', below('probe1', -30, 0.5), lasting(5)),
    ),
    noReading(300),
  ],
};

/**
 * The starter templates of the models: default limits that companies change. Values taken from norms are not advice;
 * gas detectors are not a certified life-safety system.
 */
export const starters: Starters = {
  101: {
    thresholds: [
      threshold('turbidity', { high: { ok: 1, problem: 5 } }, 0.2, 15),
      threshold('chlorine', { low: { poor: 0.2 }, high: { problem: 5 } }, 0.05, 15),
    ],
    rules: [
      starterRule(
        { en: 'pH outside of its limits', ar: 'الأس الهيدروجيني خارج حدوده' },
        'water-quality',
        starterLevel(
          'poor',
          { any: [below('ph', 6.5, 0.1), above('ph', 8.5, 0.1)] },
          { type: 'repeating', times: 3, withinSeconds: 1800 },
        ),
        starterLevel('problem', { any: [below('ph', 6, 0.1), above('ph', 9.5, 0.1)] }),
      ),
      starterRule(
        { en: 'Warm water', ar: 'مياه دافئة' },
        'warm-water',
        starterLevel('ok', { all: [above('temperature', 25, 1), below('temperature', 45, 1)] }, lasting(day)),
      ),
      noReading(300),
    ],
  },
  201: {
    rules: [
      starterRule(
        { en: 'Tank about to overflow', ar: 'الخزان يوشك أن يفيض' },
        'level-high',
        starterLevel('poor', above('fillPercent', 95, 2), lasting(1)),
        starterLevel('problem', above('fillPercent', 99, 2)),
      ),
      starterRule(
        { en: 'Tank nearly empty', ar: 'الخزان شبه فارغ' },
        'level-low',
        starterLevel('ok', below('fillPercent', 20, 2)),
        starterLevel('poor', below('fillPercent', 10, 2)),
        starterLevel('problem', below('fillPercent', 5, 2)),
      ),
      {
        ...starterRule(
          { en: 'Level falls at night', ar: 'انخفاض المنسوب ليلًا' },
          'level-dropping',
          starterLevel('poor', { change: 'fillPercent', overSeconds: 3600, by: -10 }),
        ),
        schedule: night,
      },
      noReading(60),
    ],
  },
  301: {
    thresholds: [pressure, threshold('flow', { high: { poor: 60 } }, 5, 2, 'flow-high')],
    rules: [...water, { ...closeOnLeak, kind: 'leak', levels: leakFound, enabled: false }, noReading(60)],
  },
  401: {
    thresholds: [
      threshold('co2', { high: { ok: 1000, poor: 1400, problem: 2000 } }, 50, 15, 'air-quality'),
      threshold('pm25', { high: { ok: 35, poor: 55, problem: 125 } }, 5, 30),
      threshold('tvoc', { high: { poor: 660 } }, 20, 30),
      threshold('formaldehyde', { high: { poor: 100 } }, 5),
      threshold('humidity', { high: { ok: 70 } }, 2, 120, 'humidity-high'),
    ],
    rules: [noReading(60)],
  },
  501: {
    thresholds: [threshold('pm10', { high: { poor: 600 } }, 20, 30, 'dust-storm')],
    rules: [noReading(300)],
  },
  601: {
    thresholds: [threshold('oxygen', { low: { problem: 19.5 }, high: { problem: 23.5 } }, 0.2, 0, 'oxygen')],
    rules: [
      starterRule(
        { en: 'Gas in the air', ar: 'غاز في الهواء' },
        'gas-detected',
        starterLevel('poor', {
          any: [atLeast('methane', 10, 1), atLeast('lpg', 10, 1), atLeast('hydrogenSulfide', 5, 0.5)],
        }),
        starterLevel('problem', {
          any: [
            atLeast('methane', 20, 1),
            atLeast('lpg', 20, 1),
            atLeast('hydrogenSulfide', 10, 0.5),
            atLeast('carbonMonoxide', 200, 5),
          ],
        }),
      ),
      {
        ...starterRule(
          { en: 'Carbon monoxide', ar: 'أول أكسيد الكربون' },
          'custom',
          starterLevel('poor', atLeast('carbonMonoxide', 35, 2), lasting(60)),
          starterLevel('problem', atLeast('carbonMonoxide', 100, 5), lasting(10)),
        ),
        names: { en: 'Carbon monoxide', ar: 'أول أكسيد الكربون' },
      },
      noReading(30),
    ],
  },
  701: {
    thresholds: [threshold('pressure', { low: { poor: 0.01 }, high: { poor: 0.05 } }, 0, 5, 'pressure')],
    rules: [
      starterRule(
        { en: 'Gas does not stop', ar: 'تدفق غاز لا يتوقف' },
        'gas-leak',
        starterLevel('poor', above('gasFlow', 0), lasting(8 * 60)),
      ),
      noReading(900),
    ],
  },
  801: {
    thresholds: [pressure],
    rules: [
      ...water,
      starterRule({ en: 'Backflow', ar: 'تدفق عكسي' }, 'backflow', starterLevel('poor', isTrue('backflow'))),
      noReading(300),
    ],
  },
  901: {
    thresholds: [threshold('supplyTemperature', { high: { poor: 9 } }, 0.5, 30, 'supply-warm')],
    rules: [
      starterRule(
        { en: 'Low ΔT', ar: 'انخفاض فرق الحرارة ΔT' },
        'low-delta-t',
        starterLevel(
          'ok',
          {
            all: [
              { sensor: 'returnTemperature', is: '<', value: { sensor: 'supplyTemperature', offset: 4 } },
              above('coolingPower', 10),
            ],
          },
          lasting(60),
        ),
      ),
      noReading(300),
    ],
  },
  1001: { rules: [noReading(60), leftInManualMode] },
  1701: electricity(['L1'], 24),
  1703: electricity(['L1', 'L2', 'L3'], 70),
  1801: probe,
  1803: probe,
};
