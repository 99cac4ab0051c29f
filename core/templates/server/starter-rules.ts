import type { Condition } from '#core/rules/common/condition.ts';
import type { Level } from '#core/rules/common/rule.ts';
import type { Starters } from './starters.ts';

/** A rule that a model begins with. */
export type StarterRule = NonNullable<NonNullable<Starters[number]>['rules']>[number];

/** A level of a rule, which applies once its condition has held for these seconds. */
export const level = (severity: Level['severity'], condition: Condition, seconds = 0): Level => ({
  severity,
  condition,
  trigger: seconds > 0 ? { type: 'duration', seconds } : { type: 'simple' },
});

export const starterRule = (titles: { en: string; ar: string }, kind: string, ...levels: Level[]): StarterRule => ({
  name: titles.en,
  titles,
  kind,
  levels,
});

export const sensorIs = (sensor: string, value: string | boolean): Condition => ({ sensor, is: '=', value });
