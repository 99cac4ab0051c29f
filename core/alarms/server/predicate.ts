import type { SensorType } from '#core/devices/common/manifest.ts';
import type { Condition, Predicate } from '../common/rule.ts';

/** Latest values of a device: sensor id → number (booleans as 0 and 1) or text. */
export type Values = ReadonlyMap<number, number | string>;

/** Undefined if a required sensor has no value. `firing` widens the limits by the hysteresis. */
export type Test = (values: Values, firing: boolean) => boolean | undefined;
export type CompiledCondition = { test: Test; sensors: readonly number[] };

/** Finds the sensor of a key in the app of the rule. */
export type SensorsByKey = (key: string) => Pick<SensorType, 'id'> | undefined;

export function compile(condition: Condition, hysteresis: number, sensors: SensorsByKey): CompiledCondition {
  if ('sensor' in condition) return compilePredicate(condition, hysteresis, sensors);
  const parts = ('all' in condition ? condition.all : condition.any).map((part) => compile(part, hysteresis, sensors));
  const decisive = 'any' in condition;
  return {
    sensors: [...new Set(parts.flatMap((part) => part.sensors))],
    test(values, firing) {
      let unknown = false;
      for (const part of parts) {
        const result = part.test(values, firing);
        if (result === decisive) return decisive;
        if (result === undefined) unknown = true;
      }
      return unknown ? undefined : !decisive;
    },
  };
}

function compilePredicate(
  { sensor, is, value }: Predicate,
  hysteresis: number,
  sensors: SensorsByKey,
): CompiledCondition {
  const id = sensors(sensor)?.id;
  if (id === undefined) throw new Error(`a rule names the unknown sensor ${sensor}`);
  const limit = typeof value === 'boolean' ? Number(value) : value;
  const compare = (actual: number | string, firing: boolean): boolean => {
    if (typeof actual !== typeof limit) return false;
    if (is === '=') return actual === limit;
    if (is === '!=') return actual !== limit;
    if (typeof actual === 'string' || typeof limit === 'string') return false;
    const up = limit - (firing ? hysteresis : 0);
    const down = limit + (firing ? hysteresis : 0);
    return is === '>' ? actual > up : is === '>=' ? actual >= up : is === '<' ? actual < down : actual <= down;
  };
  return {
    sensors: [id],
    test(values, firing) {
      const actual = values.get(id);
      return actual === undefined ? undefined : compare(actual, firing);
    },
  };
}
