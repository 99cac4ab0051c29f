import type { RuleDraft } from '#core/alarms/server/api.ts';

type Draft = Omit<RuleDraft, 'app' | 'class' | 'solutionId'> & { solution: number };

const drafts: readonly Draft[] = [
  {
    solution: 2,
    kind: 'level-high',
    severity: 'problem',
    condition: { sensor: 'level', is: '>', value: 3 },
    hysteresis: 0.1,
  },
  {
    solution: 2,
    kind: 'level-low',
    severity: 'poor',
    condition: { sensor: 'level', is: '<', value: 0.4 },
    hysteresis: 0.1,
  },
  { solution: 3, kind: 'leak', severity: 'problem', condition: { sensor: 'leak', is: '=', value: true } },
  {
    solution: 3,
    kind: 'flow-high',
    severity: 'poor',
    condition: { sensor: 'flow', is: '>', value: 60 },
    trigger: { type: 'duration', seconds: 120 },
    hysteresis: 5,
  },
  {
    solution: 4,
    kind: 'air-quality',
    severity: 'poor',
    condition: {
      any: [
        { sensor: 'co2', is: '>', value: 1200 },
        { sensor: 'pm25', is: '>', value: 55 },
      ],
    },
    hysteresis: 50,
  },
  {
    solution: 6,
    kind: 'gas-detected',
    severity: 'problem',
    condition: {
      any: [
        { sensor: 'methane', is: '>', value: 10 },
        { sensor: 'carbonMonoxide', is: '>', value: 35 },
      ],
    },
    hysteresis: 1,
  },
  {
    solution: 1,
    kind: 'water-quality',
    severity: 'poor',
    condition: {
      any: [
        { sensor: 'ph', is: '<', value: 6.5 },
        { sensor: 'ph', is: '>', value: 8.5 },
        { sensor: 'chlorine', is: '<', value: 0.2 },
      ],
    },
    trigger: { type: 'repeating', times: 3, withinSeconds: 1800 },
  },
  {
    solution: 18,
    kind: 'temperature-high',
    severity: 'ok',
    condition: { sensor: 'probe1', is: '>', value: 8 },
    trigger: { type: 'duration', seconds: 300 },
    hysteresis: 0.5,
  },
];

/** The alarm rules of every demo company with devices of this app. */
export const demoRules: readonly RuleDraft[] = drafts.map(({ solution, ...rest }) => ({
  ...rest,
  app: 'swam',
  class: 'operational',
  solutionId: solution,
}));
