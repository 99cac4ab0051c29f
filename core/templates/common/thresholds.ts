import { z } from 'zod';
import type { severities } from '#core/alarms/common/alarm.ts';
import { thresholdKindOf } from '#core/alarms/common/rule-kind.ts';
import type { Condition, Predicate } from '#core/rules/common/condition.ts';
import type { Level } from '#core/rules/common/rule.ts';
import { requiredText } from '#platform/common/validation/validation.ts';

/** The severities that a threshold can have, from the mildest. */
export const thresholdSeverities = ['ok', 'poor', 'problem'] as const satisfies readonly (typeof severities)[number][];
type Severity = (typeof thresholdSeverities)[number];
const daySeconds = 86_400;

const number = () => z.number('enterANumber');
const side = z.object({ ok: number().optional(), poor: number().optional(), problem: number().optional() });
export type ThresholdSide = z.infer<typeof side>;

/** The limits of a sensor. Below `low` and above `high` an alarm has that severity. */
export const threshold = z
  .object({
    sensor: requiredText(60),
    /** The kind of its alarms, of the manifest. By default each sensor has separate alarms. */
    kind: requiredText(60).nullable().default(null),
    low: side.default({}),
    high: side.default({}),
    /** How far the value must return, in the unit of the sensor. */
    clearBand: number().min(0, 'outOfRange').default(0),
    /** How long the value must stay outside. */
    forSeconds: number().int('enterANumber').min(0, 'outOfRange').max(daySeconds, 'outOfRange').default(0),
  })
  .superRefine((value, context) => {
    const path = misplacedLimit(value);
    if (path) context.addIssue({ code: 'custom', path, message: path.length === 1 ? 'Required' : 'thresholdOrder' });
  });
export type Threshold = z.infer<typeof threshold>;

/** The first limit that is below the one before it: low.problem ≤ low.poor ≤ low.ok < high.ok ≤ high.poor ≤ high.problem. */
function misplacedLimit({
  low,
  high,
}: {
  low: ThresholdSide;
  high: ThresholdSide;
}): ['low'] | ['low' | 'high', Severity] | null {
  const worstFirst = [...thresholdSeverities].reverse();
  const limits = [
    ...worstFirst.map((severity) => ({ side: 'low' as const, severity, value: low[severity] })),
    ...thresholdSeverities.map((severity) => ({ side: 'high' as const, severity, value: high[severity] })),
  ].flatMap(({ value, ...at }) => (value === undefined ? [] : [{ ...at, value }]));
  if (limits.length === 0) return ['low'];
  for (const [position, { side, severity, value }] of limits.entries()) {
    const before = limits[position - 1];
    if (before && (value < before.value || (value === before.value && before.side !== side))) return [side, severity];
  }
  return null;
}

/** The rule that a threshold compiles to: one level for each severity, whose limits clear by the threshold's own band. */
export function ruleOfThreshold({ sensor, kind, low, high, clearBand, forSeconds }: Threshold) {
  const trigger: Level['trigger'] = forSeconds > 0 ? { type: 'duration', seconds: forSeconds } : { type: 'simple' };
  const limit = (is: '<' | '>', value: number | undefined): Predicate[] =>
    value === undefined ? [] : [{ sensor, is, value, clearBand }];
  const levels = thresholdSeverities.flatMap((severity): Level[] => {
    const limits = [...limit('<', low[severity]), ...limit('>', high[severity])];
    const [only, other] = limits;
    if (!only) return [];
    const condition: Condition = other ? { any: limits } : only;
    return [{ severity, condition, trigger }];
  });
  return { kind: kind ?? thresholdKindOf(sensor), levels };
}
