import type { SensorType } from '#core/devices/common/manifest.ts';
import type { Limit } from '../../common/limit.ts';
import type { Condition, Predicate } from '../../common/rules/condition.ts';

/** What conditions know about a device at a moment. Undefined means unknown, as for a stale value. */
export type DeviceFacts = {
  /** The latest value of a sensor; booleans are 0 and 1. */
  value(sensor: number): number | string | undefined;
  /** The difference between the latest value and that of `ms` before. */
  change(sensor: number, ms: number): number | undefined;
  /** Undefined while its place is unknown. */
  place(): PlaceFact | undefined;
  /** The time in ms since the last value of the sensor, the last message (null) or the newest position. */
  silence(sensor: number | null): number | undefined;
  /** The geofences that the device is in or has left; undefined while its place is unknown. */
  fences(): readonly FenceFact[] | undefined;
  /** The attributes that the device last reported; booleans are 0 and 1. */
  attribute(key: string): number | string | undefined;
  /** The number of events of a kind within the last `ms` whose data match. */
  events(kind: string, ms: number, matches: (data: EventData) => boolean): number;
};

export type EventData = Readonly<Record<string, unknown>>;

/**
 * A device at a geofence. `event`: it entered or left, and was not merely found there. `crossed`: it went through
 * between its two latest positions.
 */
export type FenceFact = { id: number; name: string; inside: boolean; event: boolean; crossed?: boolean };
/** Properties of the latest position: km/h, and metres from where the device was last stationary. */
export type PlaceFact = { speed: number | null; away: number | null };
/** Represents positions among the sensors that may fall silent. */
export const positions = 0;

export type Crossed = { limit: Limit; sensor: string | null; value: number | null };

export type CompiledCondition = {
  /** Undefined if it is unknown. `holding` widens the limits by the clear bands. */
  test(facts: DeviceFacts, holding: boolean): boolean | undefined;
  /** The first limit that is crossed. */
  crossed(facts: DeviceFacts): Crossed | undefined;
  /** The sensors whose values it depends on. */
  sensors: readonly number[];
  /** The sensors whose history it needs, and for how long. */
  changes: readonly { sensor: number; ms: number }[];
  /** The sensors that may fall silent; null for the device. */
  silences: readonly { sensor: number | null; seconds: number }[];
  /** It depends on geofences. */
  places: boolean;
  /** It depends on each position. */
  moves: boolean;
  /** The attributes that it depends on. */
  attributes: readonly string[];
  /** The kinds of events that it depends on, and how far back it counts them. */
  events: readonly { kind: string; ms: number }[];
};

/** The dependencies of a predicate without any. */
const noDependencies = {
  sensors: [],
  changes: [],
  silences: [],
  places: false,
  moves: false,
  attributes: [],
  events: [],
} as const;

/** Finds the sensor of a key in the app of the rule. */
export type SensorsByKey = (key: string) => Pick<SensorType, 'id'> | undefined;

/** Throws if a sensor is unknown. */
export function compile(condition: Condition, sensors: SensorsByKey): CompiledCondition {
  if (!('all' in condition || 'any' in condition)) return compilePredicate(condition, sensors);
  const decisive = 'any' in condition;
  const parts = ('all' in condition ? condition.all : condition.any).map((part) => compile(part, sensors));
  return {
    sensors: [...new Set(parts.flatMap((part) => part.sensors))],
    changes: parts.flatMap((part) => part.changes),
    silences: parts.flatMap((part) => part.silences),
    places: parts.some(({ places }) => places),
    moves: parts.some(({ moves }) => moves),
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

function compilePredicate(predicate: Predicate, sensors: SensorsByKey): CompiledCondition {
  const idOf = (key: string): number => {
    const id = sensors(key)?.id;
    if (id === undefined) throw new Error(`a rule names the unknown sensor ${key}`);
    return id;
  };
  if ('place' in predicate) return compilePlace(predicate);
  if ('position' in predicate) return compilePosition(predicate);
  if ('event' in predicate) return compileEvent(predicate);
  if ('attribute' in predicate) return compileAttribute(predicate);
  if ('noDataFrom' in predicate) return compileSilence(predicate, idOf);
  if ('change' in predicate) return compileChange(predicate, idOf);
  return compileValue(predicate, idOf);
}

type OfKind<Key extends string> = Extract<Predicate, Record<Key, unknown>>;
type IdOf = (key: string) => number;
const numberOf = (value: number | string | undefined) => (typeof value === 'number' ? value : null);

function compilePlace({ place, geofenceId }: OfKind<'place'>): CompiledCondition {
  const holds = ({ id, inside, event, crossed = false }: FenceFact) =>
    (geofenceId === null || id === geofenceId) &&
    crossed === (place === 'crosses') &&
    (crossed || (place === 'inside' ? inside : event && inside === (place === 'enters')));
  return {
    ...noDependencies,
    places: true,
    moves: place === 'crosses',
    test: (facts) => facts.fences()?.some(holds),
    crossed(facts) {
      const fence = facts.fences()?.find(holds);
      return fence && { limit: { sensor: null, operator: place, value: fence.name }, sensor: null, value: null };
    },
  };
}

function compilePosition({ position, than }: OfKind<'position'>): CompiledCondition {
  const isOlder = position === 'older';
  const measured = (facts: DeviceFacts) => {
    if (!isOlder) return facts.place()?.[position === 'faster' ? 'speed' : 'away'] ?? undefined;
    const silence = facts.silence(positions);
    return silence === undefined ? undefined : silence / 1000;
  };
  return {
    ...noDependencies,
    places: true,
    moves: true,
    silences: isOlder ? [{ sensor: positions, seconds: than }] : [],
    test(facts) {
      const value = measured(facts);
      return value === undefined ? undefined : isOlder ? value >= than : value > than;
    },
    crossed: () => ({ limit: { sensor: null, operator: position, value: than }, sensor: null, value: null }),
  };
}

function compileEvent({ event: kind, where, times, withinSeconds }: OfKind<'event'>): CompiledCondition {
  const ms = withinSeconds * 1000;
  const fields = Object.entries(where).map(([field, values]) => [field, new Set<unknown>(values)] as const);
  const matches = (data: EventData) => fields.every(([field, values]) => values.has(data[field]));
  return {
    ...noDependencies,
    events: [{ kind, ms }],
    test: (facts) => facts.events(kind, ms, matches) >= times,
    crossed: (facts) => ({
      limit: { sensor: null, operator: 'event', value: kind, times: facts.events(kind, ms, matches) },
      sensor: null,
      value: null,
    }),
  };
}

/** As numbers and texts are stored: booleans are 0 and 1. */
const stored = (one: number | boolean | string) => (typeof one === 'boolean' ? Number(one) : one);

function compileAttribute({ attribute, is, value, clearBand = 0 }: OfKind<'attribute'>): CompiledCondition {
  const listed = Array.isArray(value) ? new Set(value.map(stored)) : null;
  return {
    ...noDependencies,
    attributes: [attribute],
    test(facts, holding) {
      const actual = facts.attribute(attribute);
      if (actual === undefined) return undefined;
      if (listed) return is === '!=' ? !listed.has(actual) : listed.has(actual);
      return compare(actual, is, stored(value as number | boolean | string), holding ? clearBand : 0);
    },
    crossed: (facts) => ({
      limit: { sensor: null, attribute, operator: is, value },
      sensor: null,
      value: numberOf(facts.attribute(attribute)),
    }),
  };
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

function compare(actual: number | string, is: OfKind<'sensor'>['is'], limit: number | string, band: number): boolean {
  if (typeof actual !== typeof limit) return false;
  if (is === '!=') return actual !== limit;
  if (typeof actual === 'string' || typeof limit === 'string' || is === '=' || is === 'in') return actual === limit;
  if (is === '>') return actual > limit - band;
  if (is === '>=') return actual >= limit - band;
  return is === '<' ? actual < limit + band : actual <= limit + band;
}
