import type { Limit } from '#core/alarms/common/limit.ts';
import type { Predicate } from '../../common/condition.ts';

/** What conditions know about a device at a moment. Undefined means unknown, as for a stale value. */
export type DeviceFacts = {
  /** The latest value of a sensor; booleans are 0 and 1. */
  value(sensor: number): number | string | undefined;
  /** The difference between the latest value and that of `ms` before. */
  change(sensor: number, ms: number): number | undefined;
  /** The step of a sensor at this moment; undefined without a new value, or without one before. */
  step(watched: WatchedStep): Step | undefined;
  /** Undefined while its place is unknown. */
  place(): PlaceFact | undefined;
  /** The person who wears the device; null for nobody. */
  person(): number | null | undefined;
  /** The time in ms since the last value of the sensor, the last message (null) or the newest position. */
  silence(sensor: number | null): number | undefined;
  /** The geofences that the device is in or has left; undefined while its place is unknown. */
  fences(): readonly FenceFact[] | undefined;
  /** The attributes that the device last reported; booleans are 0 and 1. */
  attribute(key: string): number | string | undefined;
  /** The number of events of a kind within the last `ms` whose data match. */
  events(kind: string, ms: number, matches: (data: EventData) => boolean): number;
};

/** A sensor, and what another one must have been between its values. */
export type WatchedStep = { sensor: number; only: { sensor: number; is: number | string } | null };
/** The difference between a value and the one before. `held`: whether the other sensor was so; undefined if unknown. */
export type Step = { by: number; held: boolean | undefined };
export type EventData = Readonly<Record<string, unknown>>;

/**
 * A device at a geofence. `event`: it entered or left, and was not merely found there. `crossed`: it went through
 * between its two latest positions. `limit`: the speed limit within it in km/h.
 */
export type FenceFact = {
  id: number;
  name: string;
  inside: boolean;
  event: boolean;
  limit: number | null;
  crossed?: boolean;
};
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
  /** The steps between two values that it needs. */
  steps: readonly WatchedStep[];
  /** The sensors that may fall silent; null for the device. */
  silences: readonly { sensor: number | null; seconds: number }[];
  /** It depends on geofences. */
  places: boolean;
  /** It depends on each position. */
  moves: boolean;
  /** It depends on the person who wears the device. */
  people: boolean;
  /** The attributes that it depends on. */
  attributes: readonly string[];
  /** The kinds of events that it depends on, and how far back it counts them. */
  events: readonly { kind: string; ms: number }[];
};

/** The dependencies of a predicate without any. */
export const noDependencies = {
  sensors: [],
  changes: [],
  steps: [],
  silences: [],
  places: false,
  moves: false,
  people: false,
  attributes: [],
  events: [],
} as const;

export type OfKind<Key extends string> = Extract<Predicate, Record<Key, unknown>>;
export type IdOf = (key: string) => number;
export const numberOf = (value: number | string | undefined) => (typeof value === 'number' ? value : null);

export function compare(
  actual: number | string,
  is: OfKind<'sensor'>['is'],
  limit: number | string,
  band: number,
): boolean {
  if (typeof actual !== typeof limit) return false;
  if (is === '!=') return actual !== limit;
  if (typeof actual === 'string' || typeof limit === 'string' || is === '=' || is === 'in') return actual === limit;
  if (is === '>') return actual > limit - band;
  if (is === '>=') return actual >= limit - band;
  return is === '<' ? actual < limit + band : actual <= limit + band;
}
