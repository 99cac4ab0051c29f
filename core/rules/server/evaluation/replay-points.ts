import { setImmediate as afterOthers } from 'node:timers/promises';
import { severities } from '#core/alarms/common/alarm.ts';
import type { CachedDevice } from '#core/devices/server/api.ts';
import type { Fix } from '#core/telemetry/common/position.ts';
import { type HistoricalPresence, noPlaces, type PlaceChange } from '#core/tracking/server/api.ts';
import { nextChange } from '#platform/common/time/week-schedule.ts';
import type { Level } from '../../common/rule.ts';
import type { CompiledRule } from '../definitions/rule-cache.ts';
import { positions } from '../predicates/compiled-condition.ts';
import { DeviceRuleState } from './device-rule-state.ts';
import type { PastEvent, StoredValues } from './device-values.ts';
import { emptyRuleState } from './device-values.ts';
import { emptyOutcome, type Outcome } from './rule-outcome.ts';

/** Yields to other requests of the process after this many milliseconds of work. */
const sliceMs = 20;
export const replayedKind = 'replayed';

/** A stored point; `t` in ms since 1970. */
export type ReplayPoint = { sensor: number; t: number; value: number | null; word: string | null };
export type Replayed = Pick<CachedDevice, 'id' | 'reporting' | 'moving'>;
/** An alarm from its raising to its clearing, with the worst severity that it reached. */
export type ReplayedAlarm = { from: number; to: number; severity: Level['severity'] };

/** Points, positions and events, each in the order of time, and attributes as they are now. */
type ReplayedHistory = {
  points: readonly ReplayPoint[];
  places?: HistoricalPresence;
  events?: readonly PastEvent[];
  attributes?: StoredValues['attributes'];
};

/**
 * The alarms that a rule would have raised from this history, until a time in ms since 1970. The work is done in
 * slices, so that a long one does not stop the process.
 */
export async function replayPoints(
  device: Replayed,
  rule: CompiledRule,
  { points, places = noPlaces, events = [], attributes = new Map() }: ReplayedHistory,
  until: number,
): Promise<ReplayedAlarm[]> {
  const run = new ReplayRun(device, rule, attributes);
  const { fixes, walk } = places;
  const next = { point: 0, fix: 0, event: 0 };
  const nextTime = () =>
    Math.min(
      points[next.point]?.t ?? Number.POSITIVE_INFINITY,
      fixes[next.fix]?.time ?? Number.POSITIVE_INFINITY,
      events[next.event]?.time ?? Number.POSITIVE_INFINITY,
    );
  let sliceEnd = performance.now() + sliceMs;
  for (let t = nextTime(); t < Number.POSITIVE_INFINITY; t = nextTime()) {
    if (performance.now() > sliceEnd) {
      await afterOthers();
      sliceEnd = performance.now() + sliceMs;
    }
    run.advance(t);
    const moment: ReplayPoint[] = [];
    for (; points[next.point]?.t === t; next.point++) moment.push(points[next.point] as ReplayPoint);
    const moved: Fix[] = [];
    for (; fixes[next.fix]?.time === t; next.fix++) moved.push(fixes[next.fix] as Fix);
    // In the order of a batch: values, then places, then events.
    if (moment.length + moved.length > 0) run.measure(t, moment);
    for (const fix of moved) run.move(t, walk(fix));
    for (; events[next.event]?.time === t; next.event++) run.happen(events[next.event] as PastEvent);
  }
  run.advance(until);
  return run.end(until);
}

/** Evaluates points and positions, and between them what is due without one: timers, hours, silences and quiet. */
class ReplayRun {
  private readonly device: Replayed;
  private readonly rule: CompiledRule;
  private readonly state: DeviceRuleState;
  private readonly alarms: ReplayedAlarm[] = [];
  private open: ReplayedAlarm | null = null;
  private lastHit = 0;
  /** The due times of timers by rule and level. */
  private readonly timers = new Map<string, number>();
  /** When the hours of the rule begin or end next. */
  private edge = Number.POSITIVE_INFINITY;
  /** The time of the last point of each sensor, of the newest position, and of the last message of the device (null). */
  private readonly lastTimes = new Map<number | null, number>();
  /** Silences that were evaluated since the last point of their sensor. */
  private readonly evaluated = new Set<string>();

  /** When events are no longer counted. */
  private readonly recheckAt = new Set<number>();

  constructor(device: Replayed, rule: CompiledRule, attributes: StoredValues['attributes']) {
    this.device = device;
    this.rule = rule;
    this.state = new DeviceRuleState(1, [rule], { ...emptyRuleState(), attributes });
  }

  happen(event: PastEvent): void {
    if (this.edge === Number.POSITIVE_INFINITY) this.edge = this.edgeAfter(event.time);
    const outcome = emptyOutcome();
    this.state.evaluateEvent(this.device, event, event.time, true, outcome);
    this.take(outcome, event.time);
  }

  measure(t: number, points: readonly ReplayPoint[]): void {
    if (this.lastTimes.size === 0) this.edge = this.edgeAfter(t);
    this.lastTimes.set(null, t);
    for (const { sensor } of points) this.lastTimes.set(sensor, t);
    const outcome = emptyOutcome();
    const columns = {
      r: t,
      t: points.map(() => t),
      s: points.map(({ sensor }) => sensor),
      v: points.map(({ value }) => value),
      w: points.map(({ word }) => word),
    };
    this.state.evaluatePoints(this.device, columns, true, t, outcome);
    this.take(outcome, t);
  }

  move(t: number, change: PlaceChange | null): void {
    if (!change) return;
    this.lastTimes.set(positions, change.placedAt);
    const outcome = emptyOutcome();
    this.state.evaluatePlace(this.device, change, true, t, outcome);
    this.take(outcome, t);
  }

  /** Evaluates what is due before `until`. */
  advance(until: number): void {
    for (let now = this.nextDue(); now < until; now = this.nextDue()) {
      const due = new Set([...this.timers].flatMap(([key, at]) => (at <= now ? [key] : [])));
      for (const key of due) this.timers.delete(key);
      this.recheckAt.delete(now);
      if (this.edge <= now) this.edge = this.edgeAfter(now);
      for (const [key, at] of this.silences()) if (at <= now) this.evaluated.add(key);
      const outcome = emptyOutcome();
      this.state.evaluateNow(this.device, { shown: true, now, due }, outcome);
      this.take(outcome, now);
      if (now < this.quietAt()) continue;
      this.close(now);
      this.state.alarmClosed(replayedKind);
    }
  }

  end(until: number): ReplayedAlarm[] {
    this.close(until);
    return this.alarms;
  }

  private edgeAfter(t: number): number {
    return (this.rule.schedule && nextChange(this.rule.schedule, t)) ?? Number.POSITIVE_INFINITY;
  }

  private silences(): [key: string, at: number][] {
    const all = this.rule.compiled.flatMap(({ silences }) => silences);
    return all.flatMap(({ sensor, seconds }): [string, number][] => {
      const last = this.lastTimes.get(sensor);
      const key = `${sensor} ${seconds} ${last}`;
      return last === undefined || this.evaluated.has(key) ? [] : [[key, last + seconds * 1000]];
    });
  }

  private quietAt(): number {
    const seconds = this.rule.clear.afterQuietSeconds;
    return seconds && this.open ? this.lastHit + seconds * 1000 : Number.POSITIVE_INFINITY;
  }

  private nextDue(): number {
    return Math.min(
      ...this.recheckAt,
      ...this.timers.values(),
      ...this.silences().map(([, at]) => at),
      this.edge,
      this.quietAt(),
    );
  }

  private take({ started, stopped, hits, cleared, recheckAt }: Outcome, t: number): void {
    for (const { at } of recheckAt) this.recheckAt.add(at);
    for (const { ruleId, level } of stopped) this.timers.delete(`${ruleId}/${level}`);
    for (const { ruleId, level, since, seconds } of started)
      this.timers.set(`${ruleId}/${level}`, since + seconds * 1000);
    for (const { severity } of hits.values()) {
      this.lastHit = t;
      const before = this.open;
      const worse = !before || severities.indexOf(severity) > severities.indexOf(before.severity);
      this.open = { from: before?.from ?? t, to: t, severity: worse ? severity : before.severity };
    }
    if (cleared.size > 0) this.close(t);
  }

  private close(t: number): void {
    if (this.open) this.alarms.push({ ...this.open, to: t });
    this.open = null;
  }
}
