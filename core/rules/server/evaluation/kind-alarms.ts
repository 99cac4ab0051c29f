import { severities } from '#core/alarms/common/alarm.ts';
import { isWithinLimit } from '#core/alarms/common/limit-text.ts';
import type { Cleared, DeviceAlarm } from '#core/alarms/server/api.ts';
import type { Level, RuleAction } from '../../common/rule.ts';
import type { CompiledLevel } from '../definitions/rule-cache.ts';
import type { DeviceValues } from './device-values.ts';
import type { Moment } from './rule-outcome.ts';
import { fallingLevel, type RuleTimers } from './rule-timers.ts';

export type Severity = Level['severity'];
/** The result of evaluating the levels of a kind. */
export type Evaluated = {
  /** A condition holds. */
  holds: boolean;
  /** A level has ended because its hours have. */
  outside: boolean;
};

const rank = (severity: Severity): number => severities.indexOf(severity);

type Parts = {
  levels: readonly CompiledLevel[];
  values: DeviceValues;
  timers: RuleTimers;
  /** The severity of active alarms by kind. */
  active: Map<string, Severity>;
};

/** The alarms of a device by kind: brought to the worst level that has fired. */
export class KindAlarms {
  private readonly levels: readonly CompiledLevel[];
  private readonly values: DeviceValues;
  private readonly timers: RuleTimers;
  private readonly active: Map<string, Severity>;
  /** Levels whose condition has held as their trigger requires. */
  readonly fired = new Set<CompiledLevel>();

  constructor({ levels, values, timers, active }: Parts) {
    this.levels = levels;
    this.values = values;
    this.timers = timers;
    this.active = active;
    for (const level of levels) {
      const severity = active.get(level.kind);
      if (severity !== undefined && rank(level.severity) <= rank(severity)) this.fired.add(level);
    }
  }

  isActive(kind: string): boolean {
    return this.active.has(kind);
  }

  /** Whether an alarm of this severity or a worse one is active. */
  covers({ kind, severity }: CompiledLevel): boolean {
    const current = this.active.get(kind);
    return current !== undefined && rank(current) >= rank(severity);
  }

  /** Brings the alarm of a kind to the worst severity that has fired: up at once, down after the time of the rule. */
  settle(kind: string, { holds, outside }: Evaluated, moment: Moment): void {
    const current = this.active.get(kind);
    let worst: CompiledLevel | undefined;
    for (const level of this.fired)
      if (level.kind === kind && (!worst || rank(level.severity) > rank(worst.severity))) worst = level;
    if (worst && (current === undefined || rank(worst.severity) >= rank(current))) {
      this.stopFalling(kind, moment);
      if ((moment.measured && holds) || worst.severity !== current) this.hit(worst, moment);
      return;
    }
    if (current === undefined) return;
    const rule = this.levels.find((level) => level.kind === kind)?.rule;
    const seconds = rule?.clear.forSeconds ?? 0;
    const fallsAtOnce = rule === undefined || seconds === 0 || outside;
    if (!fallsAtOnce && !this.timers.hasElapsed({ ruleId: rule.id, level: fallingLevel, seconds }, moment)) return;
    this.stopFalling(kind, moment);
    if (!worst) this.clear(kind, moment, outside ? 'outside-schedule' : null);
    else this.lower(worst, moment);
  }

  private stopFalling(kind: string, moment: Moment): void {
    for (const level of this.levels)
      if (level.kind === kind && level.at === 0) this.timers.stopFalling(level.rule.id, moment);
  }

  private hit(level: CompiledLevel, { device, time, outcome }: Moment): void {
    const { rule, kind, severity } = level;
    this.active.set(kind, severity);
    const key = `${device.id} ${kind}`;
    outcome.cleared.delete(key);
    outcome.lowered.delete(key);
    const before = outcome.hits.get(key);
    outcome.hits.set(key, {
      deviceId: device.id,
      kind,
      severity,
      names: rule.names,
      ruleId: rule.id > 0 ? rule.id : null,
      at: this.timers.takeElapsed(level.key) ?? time,
      hits: (before?.hits ?? 0) + 1,
      actions: this.actionsOf(kind),
      ...this.crossedBy(level),
    });
  }

  /** The actions of the rules whose levels have fired: several rules of a kind raise one alarm. */
  private actionsOf(kind: string): RuleAction[] {
    const rules = new Set([...this.fired].flatMap((level) => (level.kind === kind ? level.rule : [])));
    return [...rules].flatMap(({ actions }) => actions);
  }

  private lower(level: CompiledLevel, { device, time, outcome }: Moment): void {
    this.active.set(level.kind, level.severity);
    outcome.lowered.set(`${device.id} ${level.kind}`, {
      deviceId: device.id,
      kind: level.kind,
      severity: level.severity,
      at: time,
    });
  }

  clear(kind: string, { device, time, outcome }: Moment, reason: Cleared['reason']): void {
    this.active.delete(kind);
    const key = `${device.id} ${kind}`;
    outcome.lowered.delete(key);
    outcome.cleared.set(key, { deviceId: device.id, kind, at: time, value: this.valueOf(kind), reason });
  }

  /** Forgets the alarm of a kind, because a person has closed it. */
  close(kind: string): void {
    this.active.delete(kind);
    for (const level of this.levels) {
      if (level.kind !== kind) continue;
      this.fired.delete(level);
      this.timers.forgetFalling(level.rule.id);
    }
  }

  private crossedBy(level: CompiledLevel): Pick<DeviceAlarm, 'sensor' | 'value' | 'limit'> {
    const { sensor = null, value = null, limit = null } = level.crossed(this.values) ?? {};
    return { sensor, value: isWithinLimit({ value, limit }) ? null : value, limit };
  }

  /** The latest value of the only sensor that the levels of a kind depend on; null with several. */
  private valueOf(kind: string): number | null {
    const sensors = new Set(this.levels.flatMap((level) => (level.kind === kind ? level.sensors : [])));
    const [sensor] = sensors;
    const value = sensor === undefined || sensors.size > 1 ? undefined : this.values.value(sensor);
    return typeof value === 'number' ? value : null;
  }
}
