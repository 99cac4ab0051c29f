import type { KnownDevice } from '#core/devices/server/api.ts';
import { withinSchedule } from './predicate.ts';
import type { Cleared, Hit } from './raise.ts';
import type { CompiledRule } from './rules.ts';

export type TimerStart = {
  deviceId: number;
  ruleId: number;
  since: number;
  dueAt: number;
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

/** The state of the rules of one device, in memory between its messages. */
export class WatchedDevice {
  readonly ruleVersion: number;
  private readonly rules: readonly CompiledRule[];
  private readonly values: Map<number, number | string>;
  /** Rules whose condition holds now. */
  private readonly firing = new Set<number>();
  /** Kinds whose open alarm is active. */
  private readonly active: Set<string>;
  /** Rules that wait for their duration. */
  private readonly waiting: Set<number>;
  private readonly recent = new Map<number, number[]>();
  private lastTime = 0;

  constructor(
    ruleVersion: number,
    rules: readonly CompiledRule[],
    known: { values: Map<number, number | string>; active: Set<string>; waiting: Set<number> },
  ) {
    this.ruleVersion = ruleVersion;
    this.rules = rules;
    this.values = known.values;
    this.active = known.active;
    this.waiting = known.waiting;
    for (const rule of rules) if (this.active.has(rule.kind) || this.waiting.has(rule.id)) this.firing.add(rule.id);
  }

  get watches(): boolean {
    return this.rules.length > 0;
  }

  /** Takes the points of one message in the order of time. A late point tells nothing about now and is passed over. */
  take(
    device: KnownDevice,
    times: readonly number[],
    sensors: readonly number[],
    values: readonly (number | null)[],
    words: readonly (string | null)[] | undefined,
    shown: boolean,
    out: Outcome,
  ): void {
    for (let i = 0; i < times.length; ) {
      const time = times[i] as number;
      const touched: number[] = [];
      for (; i < times.length && times[i] === time; i++) {
        if (time < this.lastTime) continue;
        const sensor = sensors[i] as number;
        this.values.set(sensor, values[i] ?? words?.[i] ?? '');
        touched.push(sensor);
      }
      if (touched.length === 0) continue;
      this.lastTime = time;
      for (const rule of this.rules) {
        if (rule.compiled?.sensors.some((sensor) => touched.includes(sensor)))
          this.judge(device, rule, time, shown, out);
      }
    }
  }

  private judge(device: KnownDevice, rule: CompiledRule, time: number, shown: boolean, out: Outcome): void {
    // Without an active token a device raises no operational alarm.
    const counts = (rule.class === 'status' || shown) && withinSchedule(rule.schedule, time);
    const holds = counts && rule.compiled?.test(this.values, this.firing.has(rule.id)) === true;
    if (holds) {
      this.firing.add(rule.id);
      this.hold(device, rule, time, out);
    } else if (this.firing.delete(rule.id)) this.release(device, rule, time, out);
  }

  private hold(device: KnownDevice, rule: CompiledRule, time: number, out: Outcome): void {
    const { trigger } = rule;
    if (trigger.type === 'duration' && !this.active.has(rule.kind)) {
      if (this.waiting.has(rule.id)) return;
      this.waiting.add(rule.id);
      out.started.push({
        deviceId: device.id,
        ruleId: rule.id,
        since: time,
        dueAt: time + trigger.seconds * 1000,
        ...this.measured(rule),
      });
      return;
    }
    if (trigger.type === 'repeating' && !this.active.has(rule.kind)) {
      const times = [...(this.recent.get(rule.id) ?? []), time].filter(
        (one) => one > time - trigger.withinSeconds * 1000,
      );
      this.recent.set(rule.id, times);
      if (times.length < trigger.times) return;
      this.recent.delete(rule.id);
    }
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
    if (this.waiting.delete(rule.id)) {
      const mine = out.started.findIndex((one) => one.deviceId === device.id && one.ruleId === rule.id);
      if (mine >= 0) out.started.splice(mine, 1);
      else out.stopped.push({ deviceId: device.id, ruleId: rule.id });
    }
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
