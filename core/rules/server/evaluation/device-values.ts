import { missedReports } from '#core/devices/common/models/reporting.ts';
import type { MeasuredPoints } from '#core/telemetry/server/api.ts';
import type { Level } from '../../common/rule.ts';
import {
  type DeviceFacts,
  type EventData,
  type FenceFact,
  type PlaceFact,
  positions,
  type Step,
  type WatchedStep,
} from '../predicates/compiled-condition.ts';
import { PastSteps } from './history/past-steps.ts';
import { PastValues } from './history/past-values.ts';

/** A value is stale after this many reporting intervals. */
/** More events than any rule counts. */
const maxEvents = 500;
/** A time further in the future comes from a wrong clock and is not compared. */
export const futureToleranceMs = 60_000;

/** Latest values with their times, in ms since 1970. */
export type StoredValues = {
  values: Map<number, number | string>;
  times: Map<number, number>;
  lastMessage: number | null;
  /** By geofence id: those that the device is in or has left. */
  fences: Map<number, FenceFact>;
  /** The time of the newest position. */
  placedAt: number | null;
  place: PlaceFact;
  /** Who wears the device, null for nobody; undefined in the past. */
  person: number | null | undefined;
  /** The attributes that the device last reported, if rules depend on them. */
  attributes: ReadonlyMap<string, number | string>;
  /** The events that rules may still count. */
  events: readonly PastEvent[];
};

/** The stored state of a device: latest values with their times, the severity of active alarms, and timers with their start. */
export type StoredState = StoredValues & {
  active: Map<string, Level['severity']>;
  /** By rule and level: `12/0`. */
  waiting: Map<string, number>;
};
export const emptyRuleState = (): StoredState => ({
  values: new Map(),
  times: new Map(),
  active: new Map(),
  waiting: new Map(),
  lastMessage: null,
  fences: new Map(),
  placedAt: null,
  place: { speed: null, away: null },
  person: undefined,
  attributes: new Map(),
  events: [],
});
/** An event; `time` in ms since 1970. */
export type PastEvent = { kind: string; time: number; data: EventData };
/** A point that was stored before. */
export type PastPoint = { sensor: number; time: number; value: number | string };
export type MeasuredValues = Pick<MeasuredPoints, 'r' | 't' | 's' | 'v' | 'w'>;

/** A change of the position of a device. */
export type TakenPlace = PlaceFact & {
  placedAt: number;
  fences: ReadonlyMap<number, FenceFact | null>;
  crossed: readonly { id: number; name: string }[];
};

/** The values of a device, in memory between its messages, as they are known at a moment. */
export class DeviceValues implements DeviceFacts {
  private readonly values: Map<number, number | string>;
  /** The time of each latest value. */
  private readonly times: Map<number, number>;
  private readonly past: PastValues;
  private readonly steps: PastSteps;
  private lastMessage: number | null;
  private readonly fencesById: Map<number, FenceFact>;
  private placedAt: number | null;
  private placeFact: PlaceFact;
  /** The geofences that were crossed with the latest positions. */
  private crossed: readonly FenceFact[] = [];
  private readonly wearer: StoredValues['person'];
  private readonly attributes: StoredValues['attributes'];
  private recentEvents: PastEvent[];
  private time = 0;
  private staleMs = Number.POSITIVE_INFINITY;

  constructor(
    { values, times, lastMessage, fences, placedAt, place, person, attributes, events }: StoredValues,
    changes: readonly { sensor: number; ms: number }[],
    steps: readonly WatchedStep[] = [],
  ) {
    this.values = values;
    this.times = times;
    this.lastMessage = lastMessage;
    this.fencesById = fences;
    this.placedAt = placedAt;
    this.placeFact = place;
    this.wearer = person;
    this.attributes = attributes;
    this.recentEvents = [...events];
    this.past = new PastValues(changes);
    this.steps = new PastSteps(steps, { values, times });
  }

  value(sensor: number): number | string | undefined {
    const at = this.times.get(sensor);
    return at === undefined || at < this.time - this.staleMs ? undefined : this.values.get(sensor);
  }

  change(sensor: number, ms: number): number | undefined {
    const value = this.value(sensor);
    const before = this.past.at(sensor, this.time - ms, Math.min(ms, this.staleMs));
    return typeof value === 'number' && before !== undefined ? value - before : undefined;
  }

  step(watched: WatchedStep): Step | undefined {
    return this.steps.at(watched, this.time);
  }

  silence(sensor: number | null): number | undefined {
    const last = sensor === null ? this.lastMessage : sensor === positions ? this.placedAt : this.times.get(sensor);
    return last === null || last === undefined ? undefined : this.time - last;
  }

  fences(): readonly FenceFact[] | undefined {
    return this.isPlaceStale ? undefined : [...this.fencesById.values(), ...this.crossed];
  }

  place(): PlaceFact | undefined {
    return this.isPlaceStale ? undefined : this.placeFact;
  }

  person(): number | null | undefined {
    return this.wearer;
  }

  private get isPlaceStale(): boolean {
    return this.placedAt === null || this.placedAt < this.time - this.staleMs;
  }

  attribute(key: string): number | string | undefined {
    return this.attributes.get(key);
  }

  events(kind: string, ms: number, matches: (data: EventData) => boolean): number {
    const counts = (event: PastEvent) =>
      event.kind === kind && event.time > this.time - ms && event.time <= this.time && matches(event.data);
    return this.recentEvents.filter(counts).length;
  }

  /** Takes an event that rules count for at most `ms`. Its message arrived at `arrived`. */
  takeEvent(event: PastEvent, ms: number, arrived: number): void {
    this.lastMessage = Math.max(arrived, this.lastMessage ?? arrived);
    const newest = Math.max(event.time, ...this.recentEvents.map(({ time }) => time));
    this.recentEvents = [...this.recentEvents, event].filter(({ time }) => time > newest - ms).slice(-maxEvents);
  }

  /**
   * Takes the latest position, the geofences whose state has changed (null for outside), and those that were crossed.
   * Returns whether another side of a geofence is known than before.
   */
  takePlace({ placedAt, fences, crossed, ...place }: TakenPlace): boolean {
    const isNewlyKnown = (this.placeFact.away === null) !== (place.away === null);
    this.placedAt = Math.max(placedAt, this.placedAt ?? placedAt);
    this.placeFact = place;
    this.crossed = crossed.map((one) => ({ ...one, inside: false, event: false, limit: null, crossed: true }));
    for (const [id, fence] of fences) {
      if (fence) this.fencesById.set(id, fence);
      else this.fencesById.delete(id);
    }
    return isNewlyKnown || fences.size > 0;
  }

  /** Sets the moment for which values are read. */
  setTime(time: number): void {
    this.time = time;
  }

  /** Sets the reporting interval of the device, which determines when values become stale. */
  setReportInterval(seconds: number): void {
    this.staleMs = seconds * 1000 * missedReports;
  }

  /**
   * Takes the points of a message, and calls `visit` after each moment with the sensors that have a new value. A point that
   * is older than the latest value of its sensor is ignored. A point in the future counts as measured when it arrived.
   */
  take(
    { r, t, s, v, w }: MeasuredValues,
    now: number,
    visit: (time: number, updated: readonly number[]) => void,
  ): void {
    const order = inOrder(t);
    this.lastMessage = r;
    for (let i = 0; i < order.length; ) {
      const moment = t[order[i] as number] as number;
      const time = Math.min(moment, r);
      const updated: number[] = [];
      for (; i < order.length && t[order[i] as number] === moment; i++) {
        const at = order[i] as number;
        const sensor = s[at] as number;
        const newest = this.times.get(sensor);
        if (newest !== undefined && time < newest && newest <= now + futureToleranceMs) continue;
        this.add({ sensor, time, value: v[at] ?? w?.[at] ?? '' });
        updated.push(sensor);
      }
      if (updated.length > 0) visit(time, updated);
    }
  }

  /** Takes past points in the order of time, calls `visit` after each, and has the latest values again afterwards. */
  replay(points: readonly PastPoint[], visit: (point: PastPoint) => void): void {
    const latest = [new Map(this.values), new Map(this.times)] as const;
    // A sensor without a point in the period had its latest value all the time; one with a point had another value before.
    for (const { sensor } of points) {
      this.values.delete(sensor);
      this.steps.forget(sensor);
    }
    for (const point of points) {
      this.add(point);
      this.time = point.time;
      visit(point);
    }
    for (const [sensor, value] of latest[0]) this.values.set(sensor, value);
    for (const [sensor, time] of latest[1]) this.times.set(sensor, time);
  }

  private add({ sensor, time, value }: PastPoint): void {
    this.values.set(sensor, value);
    this.times.set(sensor, time);
    this.past.add(sensor, time, value);
    this.steps.add(sensor, time, value);
  }
}

/** Positions in the order of time. Most messages are in order already. */
function inOrder(times: readonly number[]): number[] {
  const order = times.map((_, i) => i);
  const sorted = times.every((time, i) => i === 0 || (times[i - 1] as number) <= time);
  return sorted ? order : order.sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);
}
