import type { RuleDraft } from '#core/rules/server/api.ts';
import type { Starters } from '#core/templates/server/api.ts';
import { flowDetector } from '../common/commands.ts';
import { closeOnLeak, lasting, starterLevel } from './starter-rules.ts';
import { leakFound, starters } from './starters.ts';

/**
 * The values of the demo's templates instead of those of the starters: limits that fit its devices and react within a
 * visit.
 */
const changed: Starters = {
  101: {
    rules: [
      {
        name: 'Water outside of its limits',
        titles: { en: 'Water outside of its limits', ar: 'المياه خارج حدودها' },
        kind: 'water-quality',
        levels: [
          starterLevel(
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
    ],
  },
  201: {
    rules: [
      {
        name: 'Tank about to overflow',
        titles: { en: 'Tank about to overflow', ar: 'الخزان يوشك أن يفيض' },
        kind: 'level-high',
        levels: [starterLevel('problem', { sensor: 'level', is: '>', value: 3, clearBand: 0.1 })],
      },
      {
        name: 'Tank nearly empty',
        titles: { en: 'Tank nearly empty', ar: 'الخزان شبه فارغ' },
        kind: 'level-low',
        levels: [starterLevel('poor', { sensor: 'level', is: '<', value: 0.4, clearBand: 0.1 })],
      },
    ],
  },
  301: {
    thresholds: [
      { sensor: 'flow', kind: 'flow-high', low: {}, high: { poor: 60 }, clearBand: 5, forSeconds: 120 },
      {
        sensor: 'pressure',
        kind: null,
        low: { poor: 1 },
        high: { poor: 6, problem: 8 },
        clearBand: 0.1,
        forSeconds: 300,
      },
    ],
  },
  401: {
    rules: [
      {
        name: 'Poor indoor air',
        titles: { en: 'Poor indoor air', ar: 'هواء داخلي رديء' },
        kind: 'air-quality',
        clear: { forSeconds: 120 },
        levels: [
          starterLevel('ok', { sensor: 'co2', is: '>', value: 1000, clearBand: 50 }, lasting(5)),
          starterLevel('poor', {
            any: [
              { sensor: 'co2', is: '>', value: 1200, clearBand: 50 },
              { sensor: 'pm25', is: '>', value: 55, clearBand: 5 },
            ],
          }),
          starterLevel('problem', { sensor: 'co2', is: '>', value: 2000, clearBand: 50 }),
        ],
      },
    ],
  },
  601: {
    rules: [
      {
        name: 'Gas in the kitchen',
        titles: { en: 'Gas in the kitchen', ar: 'غاز في المطبخ' },
        kind: 'gas-detected',
        levels: [
          starterLevel('problem', {
            any: [
              { sensor: 'methane', is: '>', value: 10, clearBand: 1 },
              { sensor: 'carbonMonoxide', is: '>', value: 35, clearBand: 1 },
            ],
          }),
        ],
      },
    ],
  },
};
/** The templates of the demo's models. Those of other models contain only how often devices report. */
export const demoTemplates: Starters = {
  ...Object.fromEntries(Object.keys(starters).map((id) => [id, {}])),
  ...changed,
  1801: { thresholds: starters[1801]?.thresholds ?? [] },
  1803: { thresholds: starters[1803]?.thresholds ?? [] },
};

/** Rules of every demo company in addition to the templates. */
export const demoRules: readonly RuleDraft[] = [
  {
    app: 'swam',
    kind: 'leak',
    name: 'Water leak',
    titles: { en: 'Water leak', ar: 'تسرب مياه' },
    solutionId: flowDetector,
    levels: leakFound,
  },
  {
    ...closeOnLeak,
    app: 'swam',
    kind: 'leak',
    solutionId: flowDetector,
    levels: leakFound,
    enabled: false,
  },
];
