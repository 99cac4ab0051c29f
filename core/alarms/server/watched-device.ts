import type { KnownDevice } from '#core/devices/server/api.ts';
import type { Measured } from '#core/telemetry/server/api.ts';
import { isOpen } from '#platform/common/week-schedule.ts';
import type { Cleared, Hit } from './raise.ts';
import type { CompiledRule } from './rules.ts';

export type TimerStart = {
  deviceId: number;
  ruleId: number;
  since: number;
  /** Counted from now by the clock of the database; how long it has lasted by the device's own clock is judged here. */
  seconds: number;
  sensor: string | null;
  value: number | null;
};
/** What the values of a batch ask the database to do. */
export type Outcome = {
  hits: Map<string, Hit>;
  cleared: Map<string, Cleared>;
  started: TimerStart[];
  stopped: { deviceId: number; ruleId: number }[];
};
export const emptyOutcome = (): Outcome => ({ hits: new Map(), cleared: new Map(), started: [], stopped: [] });

/** A clock that is ahead by more was wrong: times that it gave tell nothing about what is new. */
const mistrustedAheadMs = 60_000;

type Points = Pick<Measured, 'r' | 't' | 's' | 'v' | 'w'>;
/** What the database knows of a device: newest values with their times, kinds with an active alarm, timers since when. */
export type KnownState = {
  values: Map<number, number | string>;
  times: Map<number, number>;
  active: Set<string>;
  waiting: Map<number, number>;
};
export const unknownState = (): KnownState => ({
  values: new Map(),
  times: new Map(),
  active: new Set(),
  waiting: new Map(),
});
/** A point that was stored before. */
export type PastPoint = { sensor: number; time: number; value: number | string };

/** The state of the rules of one device, in memory between its messages. */
export class WatchedDevice {
  ruleVersion: number;
  readonly rules: readonly CompiledRule[];
  private readonly values: Map<number, number | string>;
  /** When each sensor's newest value was measured. */
  private readonly times: Map<number, number>;
  /** Rules whose condition holds now. */
  private readonly firing = new Set<number>();
  /** Kinds whose open alarm is active. */
  private readonly active: Set<string>;
  /** Rules that wait for their duration, and since when by the device's clock. */
  private readonly waiting: Map<number, number>;
  /** Hits of repeating rules. */
  private readonly recent = new Map<number, number[]>();

  constructor(ruleVersion: number, rules: readonly CompiledRule[], known: KnownState) {
    this.ruleVersion = ruleVersion;
    this.rules = rules;
    this.values = known.values;
    this.times = known.times;
    this.active = known.active;
    this.waiting = known.waiting;
    for (const rule of rules) if (this.active.has(rule.kind) || this.waiting.has(rule.id)) this.firing.add(rule.id);
  }

  get watches(): boolean {
    return this.rules.length > 0;
  }

  /**
   * Counts the hits of repeating rules anew from points in the order of time, after a restart or a change of the rules.
   * Hits up to `countedUntil` of a kind belong to an alarm that was raised. Nothing is raised here.
   */
  recall(points: readonly PastPoint[], countedUntil: ReadonlyMap<string, number>, shown: boolean): void {
    // A sensor without a point in this time had its newest value all along; one with a point had another before.
    const values = new Map(this.values);
    for (const { sensor } of points) values.delete(sensor);
    for (const { sensor, time, value } of points) {
      values.set(sensor, value);
      for (const rule of this.rules) {
        if (rule.trigger.type !== 'repeating' || !rule.compiled?.sensors.includes(sensor)) continue;
        if (!counts(rule, time, shown) || rule.compiled.test(values, this.firing.has(rule.id)) !== true) {
          this.firing.delete(rule.id);
          this.recent.delete(rule.id);
          continue;
        }
        this.firing.add(rule.id);
        if (time > (countedUntil.get(rule.kind) ?? 0))
          this.recent.set(rule.id, [...(this.recent.get(rule.id) ?? []), time]);
      }
    }
  }

  /**
   * Takes the points of one message in the order of time. A point that is older than the newest of its sensor tells
   * nothing about now and is passed over. One that is dated ahead counts as measured when it arrived.
   */
  take(device: KnownDevice, points: Points, shown: boolean, now: number, out: Outcome): void {
    const { r, t, s, v, w } = points;
    const order = inOrder(t);
    for (let i = 0; i < order.length; ) {
      const moment = t[order[i] as number] as number;
      const time = Math.min(moment, r);
      const touched: number[] = [];
      for (; i < order.length && t[order[i] as number] === moment; i++) {
        const at = order[i] as number;
        const sensor = s[at] as number;
        const newest = this.times.get(sensor);
        if (newest !== undefined && time < newest && newest <= now + mistrustedAheadMs) continue;
        this.values.set(sensor, v[at] ?? w?.[at] ?? '');
        this.times.set(sensor, time);
        touched.push(sensor);
      }
      if (touched.length === 0) continue;
      for (const rule of this.rules) {
        if (rule.compiled?.sensors.some((sensor) => touched.includes(sensor)))
          this.evaluate(device, rule, time, shown, now, out);
      }
    }
  }

  private evaluate(
    device: KnownDevice,
    rule: CompiledRule,
    time: number,
    shown: boolean,
    now: number,
    out: Outcome,
  ): void {
    const holds = counts(rule, time, shown) && rule.compiled?.test(this.values, this.firing.has(rule.id)) === true;
    if (holds) {
      this.firing.add(rule.id);
      if (this.active.has(rule.kind) || this.isOver(device, rule, time, now, out)) this.hit(device, rule, time, out);
    } else if (this.firing.delete(rule.id)) this.release(device, rule, time, out);
  }

  /** Whether a condition that holds has held for long enough, or often enough, to be an alarm. */
  private isOver(device: KnownDevice, rule: CompiledRule, time: number, now: number, out: Outcome): boolean {
    const { trigger } = rule;
    if (trigger.type === 'duration') return this.hasLasted(device, rule, trigger.seconds, time, out);
    if (trigger.type !== 'repeating') return true;
    const times = [...(this.recent.get(rule.id) ?? []), time].filter(
      (one) => one > time - trigger.withinSeconds * 1000 && one <= Math.max(time, now + mistrustedAheadMs),
    );
    this.recent.set(rule.id, times);
    if (times.length < trigger.times) return false;
    this.recent.delete(rule.id);
    return true;
  }

  private hasLasted(device: KnownDevice, rule: CompiledRule, seconds: number, time: number, out: Outcome): boolean {
    const since = this.waiting.get(rule.id);
    if (since === undefined) {
      this.waiting.set(rule.id, time);
      out.started.push({ deviceId: device.id, ruleId: rule.id, since: time, seconds, ...this.measured(rule) });
      return false;
    }
    this.waiting.set(rule.id, Math.min(since, time));
    if (time - since < seconds * 1000) return false;
    this.stopWaiting(device, rule, out);
    return true;
  }

  private stopWaiting(device: KnownDevice, rule: CompiledRule, out: Outcome): void {
    if (!this.waiting.delete(rule.id)) return;
    const mine = out.started.findIndex((one) => one.deviceId === device.id && one.ruleId === rule.id);
    if (mine >= 0) out.started.splice(mine, 1);
    else out.stopped.push({ deviceId: device.id, ruleId: rule.id });
  }

  private hit(device: KnownDevice, rule: CompiledRule, time: number, out: Outcome): void {
    this.active.add(rule.kind);
    const key = `${device.id} ${rule.kind}`;
    out.cleared.delete(key);
    const before = out.hits.get(key);
    out.hits.set(key, {
      deviceId: device.id,
      kind: rule.kind,
      class: rule.class,
      severity: rule.severity,
      ruleId: rule.id > 0 ? rule.id : null,
      at: time,
      hits: (before?.hits ?? 0) + 1,
      ...this.measured(rule),
    });
  }

  private release(device: KnownDevice, rule: CompiledRule, time: number, out: Outcome): void {
    this.recent.delete(rule.id);
    this.stopWaiting(device, rule, out);
    const still = this.rules.some((other) => other.kind === rule.kind && this.firing.has(other.id));
    if (!still && this.active.delete(rule.kind))
      out.cleared.set(`${device.id} ${rule.kind}`, { deviceId: device.id, kind: rule.kind, at: time });
  }

  knowsActive(kind: string): boolean {
    return this.active.has(kind);
  }

  /** A person closed the alarm: the next hit raises a new one. */
  closed(kind: string): void {
    this.active.delete(kind);
  }

  private measured(rule: CompiledRule): { sensor: string | null; value: number | null } {
    const condition = rule.condition;
    const id = rule.compiled?.sensors[0];
    const value = id === undefined ? undefined : this.values.get(id);
    return {
      sensor: condition && 'sensor' in condition ? condition.sensor : null,
      value: typeof value === 'number' ? value : null,
    };
  }
}

/** Without an active token a device raises no operational alarm; outside its hours a rule raises none. */
const counts = (rule: CompiledRule, time: number, shown: boolean): boolean =>
  (rule.class === 'status' || shown) && (rule.schedule === null || isOpen(rule.schedule, time));

/** Positions in the order of time; nearly all messages are so. */
function inOrder(times: readonly number[]): number[] {
  const order = times.map((_, i) => i);
  const sorted = times.every((time, i) => i === 0 || (times[i - 1] as number) <= time);
  return sorted ? order : order.sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);
}
