import type { KnownDevice } from '#core/devices/server/api.ts';
import type { Measured } from '#core/telemetry/server/api.ts';
import { isOpen } from '#platform/common/week-schedule.ts';
import type { Cleared, Hit } from './raise.ts';
import type { CompiledRule } from './rule-cache.ts';

export type TimerStart = {
  deviceId: number;
  ruleId: number;
  since: number;
  /** Time until due, by the clock of the database. The duration by the device's clock is evaluated in memory. */
  seconds: number;
  sensor: string | null;
  value: number | null;
};
/** The alarms and timers that the values of a batch change. */
export type Outcome = {
  hits: Map<string, Hit>;
  cleared: Map<string, Cleared>;
  started: TimerStart[];
  stopped: { deviceId: number; ruleId: number }[];
};
export const emptyOutcome = (): Outcome => ({ hits: new Map(), cleared: new Map(), started: [], stopped: [] });

/** A time further in the future comes from a wrong clock and is not compared. */
const futureToleranceMs = 60_000;

type Points = Pick<Measured, 'r' | 't' | 's' | 'v' | 'w'>;
/** The stored state of a device: latest values with their times, kinds with an active alarm, and timers with their start. */
export type StoredState = {
  values: Map<number, number | string>;
  times: Map<number, number>;
  active: Set<string>;
  waiting: Map<number, number>;
};
export const emptyState = (): StoredState => ({
  values: new Map(),
  times: new Map(),
  active: new Set(),
  waiting: new Map(),
});
/** A point that was stored before. */
export type PastPoint = { sensor: number; time: number; value: number | string };

/** The state of a device's rules, in memory between its messages. */
export class DeviceRuleState {
  ruleVersion: number;
  readonly rules: readonly CompiledRule[];
  private readonly values: Map<number, number | string>;
  /** The time of each latest value. */
  private readonly times: Map<number, number>;
  /** Rules whose condition holds. */
  private readonly firing = new Set<number>();
  /** Kinds whose open alarm is active. */
  private readonly active: Set<string>;
  /** Rules with a running duration, and its start by the device's clock. */
  private readonly waiting: Map<number, number>;
  /** Times of the hits of repeating rules. */
  private readonly recent = new Map<number, number[]>();

  constructor(ruleVersion: number, rules: readonly CompiledRule[], stored: StoredState) {
    this.ruleVersion = ruleVersion;
    this.rules = rules;
    this.values = stored.values;
    this.times = stored.times;
    this.active = stored.active;
    this.waiting = stored.waiting;
    for (const rule of rules) if (this.active.has(rule.kind) || this.waiting.has(rule.id)) this.firing.add(rule.id);
  }

  get hasRules(): boolean {
    return this.rules.length > 0;
  }

  /**
   * Restores the hits of repeating rules from points in the order of time, after a restart or a change of rules.
   * Hits up to `countedUntil` of a kind belong to an alarm that was raised. Raises nothing.
   */
  restoreHits(points: readonly PastPoint[], countedUntil: ReadonlyMap<string, number>, shown: boolean): void {
    // A sensor without a point in the period had its latest value all the time; one with a point had another value before.
    const values = new Map(this.values);
    for (const { sensor } of points) values.delete(sensor);
    for (const { sensor, time, value } of points) {
      values.set(sensor, value);
      for (const rule of this.rules) {
        if (rule.trigger.type !== 'repeating' || !rule.compile?.sensors.includes(sensor)) continue;
        if (!canFire(rule, time, shown) || rule.compile.test(values, this.firing.has(rule.id)) !== true) {
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
   * Evaluates the points of a message in the order of time. A point that is older than the latest value of its sensor is
   * ignored. A point in the future counts as measured when it arrived.
   */
  evaluatePoints(device: KnownDevice, points: Points, shown: boolean, now: number, outcome: Outcome): void {
    const { r, t, s, v, w } = points;
    const order = inOrder(t);
    for (let i = 0; i < order.length; ) {
      const moment = t[order[i] as number] as number;
      const time = Math.min(moment, r);
      const updatedSensors: number[] = [];
      for (; i < order.length && t[order[i] as number] === moment; i++) {
        const at = order[i] as number;
        const sensor = s[at] as number;
        const newest = this.times.get(sensor);
        if (newest !== undefined && time < newest && newest <= now + futureToleranceMs) continue;
        this.values.set(sensor, v[at] ?? w?.[at] ?? '');
        this.times.set(sensor, time);
        updatedSensors.push(sensor);
      }
      if (updatedSensors.length === 0) continue;
      for (const rule of this.rules) {
        if (rule.compile?.sensors.some((sensor) => updatedSensors.includes(sensor)))
          this.evaluate(device, rule, time, shown, now, outcome);
      }
    }
  }

  private evaluate(
    device: KnownDevice,
    rule: CompiledRule,
    time: number,
    shown: boolean,
    now: number,
    outcome: Outcome,
  ): void {
    const holds = canFire(rule, time, shown) && rule.compile?.test(this.values, this.firing.has(rule.id)) === true;
    if (holds) {
      this.firing.add(rule.id);
      if (this.active.has(rule.kind) || this.isTriggered(device, rule, time, now, outcome))
        this.hit(device, rule, time, outcome);
    } else if (this.firing.delete(rule.id)) this.clear(device, rule, time, outcome);
  }

  /** Whether a condition that holds raises an alarm, by its duration or number of hits. */
  private isTriggered(device: KnownDevice, rule: CompiledRule, time: number, now: number, outcome: Outcome): boolean {
    const { trigger } = rule;
    if (trigger.type === 'duration') return this.hasDurationElapsed(device, rule, trigger.seconds, time, outcome);
    if (trigger.type !== 'repeating') return true;
    const times = [...(this.recent.get(rule.id) ?? []), time].filter(
      (hitTime) => hitTime > time - trigger.withinSeconds * 1000 && hitTime <= Math.max(time, now + futureToleranceMs),
    );
    this.recent.set(rule.id, times);
    if (times.length < trigger.times) return false;
    this.recent.delete(rule.id);
    return true;
  }

  private hasDurationElapsed(
    device: KnownDevice,
    rule: CompiledRule,
    seconds: number,
    time: number,
    outcome: Outcome,
  ): boolean {
    const since = this.waiting.get(rule.id);
    if (since === undefined) {
      this.waiting.set(rule.id, time);
      outcome.started.push({ deviceId: device.id, ruleId: rule.id, since: time, seconds, ...this.measured(rule) });
      return false;
    }
    this.waiting.set(rule.id, Math.min(since, time));
    if (time - since < seconds * 1000) return false;
    this.stopTimer(device, rule, outcome);
    return true;
  }

  private stopTimer(device: KnownDevice, rule: CompiledRule, outcome: Outcome): void {
    if (!this.waiting.delete(rule.id)) return;
    const mine = outcome.started.findIndex((hitTime) => hitTime.deviceId === device.id && hitTime.ruleId === rule.id);
    if (mine >= 0) outcome.started.splice(mine, 1);
    else outcome.stopped.push({ deviceId: device.id, ruleId: rule.id });
  }

  private hit(device: KnownDevice, rule: CompiledRule, time: number, outcome: Outcome): void {
    this.active.add(rule.kind);
    const key = `${device.id} ${rule.kind}`;
    outcome.cleared.delete(key);
    const before = outcome.hits.get(key);
    outcome.hits.set(key, {
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

  private clear(device: KnownDevice, rule: CompiledRule, time: number, outcome: Outcome): void {
    this.recent.delete(rule.id);
    this.stopTimer(device, rule, outcome);
    const otherRuleFires = this.rules.some((other) => other.kind === rule.kind && this.firing.has(other.id));
    if (!otherRuleFires && this.active.delete(rule.kind))
      outcome.cleared.set(`${device.id} ${rule.kind}`, { deviceId: device.id, kind: rule.kind, at: time });
  }

  hasActiveAlarm(kind: string): boolean {
    return this.active.has(kind);
  }

  /** Called when a person has closed the alarm: the next hit raises a new one. */
  alarmClosed(kind: string): void {
    this.active.delete(kind);
  }

  private measured(rule: CompiledRule): { sensor: string | null; value: number | null } {
    const condition = rule.condition;
    const id = rule.compile?.sensors[0];
    const value = id === undefined ? undefined : this.values.get(id);
    return {
      sensor: condition && 'sensor' in condition ? condition.sensor : null,
      value: typeof value === 'number' ? value : null,
    };
  }
}

/** Whether a rule can fire: operational rules need an active token, and all rules fire within their hours only. */
const canFire = (rule: CompiledRule, time: number, shown: boolean): boolean =>
  (rule.class === 'status' || shown) && (rule.schedule === null || isOpen(rule.schedule, time));

/** Positions in the order of time. Most messages are in order already. */
function inOrder(times: readonly number[]): number[] {
  const order = times.map((_, i) => i);
  const sorted = times.every((time, i) => i === 0 || (times[i - 1] as number) <= time);
  return sorted ? order : order.sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);
}
