import type { Level } from '#core/alarms/common/rule.ts';
import type { RuleDraft } from '#core/alarms/server/api.ts';

type Draft = Omit<RuleDraft, 'app' | 'class' | 'solutionId'> & { solution: number };

const level = (
  severity: Level['severity'],
  condition: Level['condition'],
  trigger: Level['trigger'] = { type: 'simple' },
): Level => ({ severity, condition, trigger });

const fiveMinutes = { type: 'duration', seconds: 300 } as const;

const drafts: readonly Draft[] = [
  {
    solution: 2,
    kind: 'level-high',
    name: 'Tank about to overflow',
    levels: [level('problem', { sensor: 'level', is: '>', value: 3, clearBand: 0.1 })],
  },
  {
    solution: 2,
    kind: 'level-low',
    name: 'Tank nearly empty',
    levels: [level('poor', { sensor: 'level', is: '<', value: 0.4, clearBand: 0.1 })],
  },
  {
    solution: 3,
    kind: 'leak',
    name: 'Water leak',
    levels: [level('problem', { sensor: 'leak', is: '=', value: true })],
  },
  {
    solution: 3,
    kind: 'flow-high',
    name: 'Unusual flow',
    levels: [level('poor', { sensor: 'flow', is: '>', value: 60, clearBand: 5 }, { type: 'duration', seconds: 120 })],
  },
  {
    solution: 4,
    kind: 'air-quality',
    name: 'Poor indoor air',
    clear: { forSeconds: 120 },
    levels: [
      level('ok', { sensor: 'co2', is: '>', value: 1000, clearBand: 50 }, fiveMinutes),
      level('poor', {
        any: [
          { sensor: 'co2', is: '>', value: 1200, clearBand: 50 },
          { sensor: 'pm25', is: '>', value: 55, clearBand: 5 },
        ],
      }),
      level('problem', { sensor: 'co2', is: '>', value: 2000, clearBand: 50 }),
    ],
  },
  {
    solution: 6,
    kind: 'gas-detected',
    name: 'Gas in the kitchen',
    levels: [
      level('problem', {
        any: [
          { sensor: 'methane', is: '>', value: 10, clearBand: 1 },
          { sensor: 'carbonMonoxide', is: '>', value: 35, clearBand: 1 },
        ],
      }),
    ],
  },
  {
    solution: 1,
    kind: 'water-quality',
    name: 'Water outside of its limits',
    levels: [
      level(
        'poor',
        {
          any: [
            { sensor: 'ph', is: '<', value: 6.5 },
            { sensor: 'ph', is: '>', value: 8.5 },
            { sensor: 'chlorine', is: '<', value: 0.2 },
          ],
        },
        { type: 'repeating', times: 3, withinSeconds: 1800 },
      ),
    ],
  },
  {
    solution: 18,
    kind: 'temperature-high',
    name: 'Cold room too warm',
    levels: [level('ok', { sensor: 'probe1', is: '>', value: 8, clearBand: 0.5 }, fiveMinutes)],
  },
];

/** The alarm rules of every demo company with devices of this app. */
export const demoRules: readonly RuleDraft[] = drafts.map(({ solution, ...rest }) => ({
  ...rest,
  app: 'swam',
  class: 'operational',
  solutionId: solution,
}));
