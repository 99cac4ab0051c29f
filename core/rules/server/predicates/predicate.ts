import type { Limit } from '#core/alarms/common/limit.ts';
import type { SensorType } from '#core/devices/common/manifest.ts';
import type { Condition, Predicate } from '../../common/condition.ts';
import {
  compileAttribute,
  compileEvent,
  compileFenceLimit,
  compileOutside,
  compilePerson,
  compilePlace,
  compilePosition,
  type GeofenceNames,
  stored,
} from './compile-facts.ts';
import {
  type CompiledCondition,
  compare,
  type DeviceFacts,
  type IdOf,
  noDependencies,
  numberOf,
  type OfKind,
} from './compiled-condition.ts';

/** Finds the sensor of a key in the app of the rule. */
export type SensorsByKey = (key: string) => Pick<SensorType, 'id'> | undefined;

/** Throws if a sensor is unknown. */
export function compile(
  condition: Condition,
  sensors: SensorsByKey,
  geofenceNames: GeofenceNames = {},
): CompiledCondition {
  if (!('all' in condition || 'any' in condition)) return compilePredicate(condition, sensors, geofenceNames);
  const decisive = 'any' in condition;
  const parts = ('all' in condition ? condition.all : condition.any).map((part) =>
    compile(part, sensors, geofenceNames),
  );
  return {
    sensors: [...new Set(parts.flatMap((part) => part.sensors))],
    changes: parts.flatMap((part) => part.changes),
    steps: parts.flatMap((part) => part.steps),
    silences: parts.flatMap((part) => part.silences),
    places: parts.some(({ places }) => places),
    moves: parts.some(({ moves }) => moves),
    people: parts.some(({ people }) => people),
    attributes: [...new Set(parts.flatMap(({ attributes }) => attributes))],
    events: parts.flatMap(({ events }) => events),
    test(facts, holding) {
      let unknown = false;
      for (const part of parts) {
        const result = part.test(facts, holding);
        if (result === decisive) return decisive;
        if (result === undefined) unknown = true;
      }
      return unknown ? undefined : !decisive;
    },
    crossed(facts) {
      for (const part of parts) {
        const found = part.test(facts, true) === true ? part.crossed(facts) : undefined;
        if (found) return found;
      }
      return undefined;
    },
  };
}

function compilePredicate(
  predicate: Predicate,
  sensors: SensorsByKey,
  geofenceNames: GeofenceNames,
): CompiledCondition {
  const idOf = (key: string): number => {
    const id = sensors(key)?.id;
    if (id === undefined) throw new Error(`a rule names the unknown sensor ${key}`);
    return id;
  };
  if ('place' in predicate)
    return predicate.place === 'outside' ? compileOutside(predicate, geofenceNames) : compilePlace(predicate);
  if ('limit' in predicate) return compileFenceLimit(predicate);
  if ('person' in predicate) return compilePerson();
  if ('position' in predicate) return compilePosition(predicate);
  if ('event' in predicate) return compileEvent(predicate);
  if ('attribute' in predicate) return compileAttribute(predicate);
  if ('noDataFrom' in predicate) return compileSilence(predicate, idOf);
  if ('change' in predicate) return compileChange(predicate, idOf);
  if ('step' in predicate) return compileStep(predicate, idOf);
  return compileValue(predicate, idOf);
}

function compileSilence({ noDataFrom, seconds }: OfKind<'noDataFrom'>, idOf: IdOf): CompiledCondition {
  const sensor = noDataFrom === null ? null : idOf(noDataFrom);
  return {
    ...noDependencies,
    sensors: sensor === null ? [] : [sensor],
    silences: [{ sensor, seconds }],
    test(facts) {
      const silence = facts.silence(sensor);
      return silence === undefined ? undefined : silence >= seconds * 1000;
    },
    crossed: () => ({
      limit: { sensor: noDataFrom, operator: 'no-data', value: seconds },
      sensor: noDataFrom,
      value: null,
    }),
  };
}

function compileChange({ change, overSeconds, by, clearBand = 0 }: OfKind<'change'>, idOf: IdOf): CompiledCondition {
  const sensor = idOf(change);
  const ms = overSeconds * 1000;
  return {
    ...noDependencies,
    sensors: [sensor],
    changes: [{ sensor, ms }],
    test(facts, holding) {
      const difference = facts.change(sensor, ms);
      if (difference === undefined) return undefined;
      const needed = Math.max(Math.abs(by) - (holding ? clearBand : 0), 0);
      return by > 0 ? difference >= needed && difference > 0 : difference <= -needed && difference < 0;
    },
    crossed: (facts) => ({
      limit: { sensor: change, operator: 'change', value: by },
      sensor: change,
      value: numberOf(facts.value(sensor)),
    }),
  };
}

function compileStep({ step: key, by, onlyWhile }: OfKind<'step'>, idOf: IdOf): CompiledCondition {
  const sensor = idOf(key);
  const only = onlyWhile ? { sensor: idOf(onlyWhile.sensor), is: stored(onlyWhile.is) } : null;
  const watched = { sensor, only };
  return {
    ...noDependencies,
    sensors: only ? [sensor, only.sensor] : [sensor],
    steps: [watched],
    test(facts) {
      const step = facts.step(watched);
      if (!step) return undefined;
      return (by > 0 ? step.by >= by : step.by <= by) && step.held;
    },
    crossed: (facts) => ({
      limit: { sensor: key, operator: 'step', value: by },
      sensor: key,
      value: numberOf(facts.value(sensor)),
    }),
  };
}

function compileValue({ sensor: key, is, value, clearBand = 0 }: OfKind<'sensor'>, idOf: IdOf): CompiledCondition {
  const sensor = idOf(key);
  const other = typeof value === 'object' && 'sensor' in value ? { id: idOf(value.sensor), by: value.offset } : null;
  const listed = Array.isArray(value) ? new Set(value.map(stored)) : null;
  const constant = other || listed ? undefined : stored(value as number | boolean | string);
  const limitOf = (facts: DeviceFacts): number | string | undefined => {
    if (!other) return constant;
    const base = facts.value(other.id);
    return typeof base === 'number' ? base + other.by : undefined;
  };
  return {
    ...noDependencies,
    sensors: other ? [...new Set([sensor, other.id])] : [sensor],
    test(facts, holding) {
      const actual = facts.value(sensor);
      if (actual === undefined) return undefined;
      if (listed) return is === '!=' ? !listed.has(actual) : listed.has(actual);
      const limit = limitOf(facts);
      return limit === undefined ? undefined : compare(actual, is, limit, holding ? clearBand : 0);
    },
    crossed(facts) {
      const limit = other ? limitOf(facts) : (value as Limit['value']);
      return limit === undefined
        ? undefined
        : { limit: { sensor: key, operator: is, value: limit }, sensor: key, value: numberOf(facts.value(sensor)) };
    },
  };
}
