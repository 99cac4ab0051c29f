import type { KnownDevice } from '#core/devices/server/api.ts';
import type { Measured } from '#core/telemetry/server/api.ts';
import { isOpen } from '#platform/common/week-schedule.ts';
import { severities } from '../common/alarm.ts';
import type { Level } from '../common/rule.ts';
import { PastValues } from './past-values.ts';
import type { Facts } from './predicate.ts';
import type { Cleared, Hit, Lowered } from './raise.ts';
import type { CompiledLevel, CompiledRule } from './rule-cache.ts';

type Severity = Level['severity'];
/** The level of the timer after which an alarm falls. */
export const fallingLevel = -1;
export type TimerStart = {
  deviceId: number;
  ruleId: number;
  level: number;
  since: number;
  /** Time until due, by the clock of the database. The duration by the device's clock is evaluated in memory. */
  seconds: number;
};
/** The alarms and timers that the values of a batch change, the alarms by device and kind. */
export type Outcome = {
  hits: Map<string, Hit>;
  lowered: Map<string, Lowered>;
  cleared: Map<string, Cleared>;
  started: TimerStart[];
  stopped: { deviceId: number; ruleId: number; level: number }[];
};
export const emptyOutcome = (): Outcome => ({
  hits: new Map(),
  lowered: new Map(),
  cleared: new Map(),
  started: [],
  stopped: [],
});

/** A time further in the future comes from a wrong clock and is not compared. */
const futureToleranceMs = 60_000;
/** A value is stale after so many reporting intervals. */
const staleIntervals = 3;

type Points = Pick<Measured, 'r' | 't' | 's' | 'v' | 'w'>;
/** The stored state of a device: latest values with their times, the severity of active alarms, and timers with their start. */
export type StoredState = {
  values: Map<number, number | string>;
  times: Map<number, number>;
  active: Map<string, Severity>;
  /** By rule and level: `12/0`. */
  waiting: Map<string, number>;
  lastMessage: number | null;
};
export const emptyState = (): StoredState => ({
  values: new Map(),
  times: new Map(),
  active: new Map(),
  waiting: new Map(),
  lastMessage: null,
});
/** A point that was stored before. */
export type PastPoint = { sensor: number; time: number; value: number | string };

/** An instant at which levels are evaluated, in ms since 1970. */
type Moment = {
  device: Pick<KnownDevice, 'id'>;
  time: number;
  /** Whether the readings of the device are shown. */
  shown: boolean;
  now: number;
  outcome: Outcome;
  /** Evaluated for new values, not by a timer. */
  measured: boolean;
  /** The timers that are due, by rule and level. */
  due: ReadonlySet<string>;
};

/** What the evaluation of the levels of a kind has found. */
type Evaluated = {
  /** A condition holds. */
  holds: boolean;
  /** A level has ended because its hours have. */
  outside: boolean;
};

const noTimers: ReadonlySet<string> = new Set();
const rank = (severity: Severity): number => severities.indexOf(severity);
const fallingKey = (ruleId: number) => `${ruleId}/${fallingLevel}`;
type Known = Pick<KnownDevice, 'id' | 'reportEverySeconds'>;

/** The state of a device's rules, in memory between its messages. */
export class DeviceRuleState implements Facts {
  ruleVersion: number;
  readonly rules: readonly CompiledRule[];
  private readonly levels: readonly CompiledLevel[];
  private readonly values: Map<number, number | string>;
  /** The time of each latest value. */
  private readonly times: Map<number, number>;
  private readonly past: PastValues;
  private lastMessage: number | null;
  /** Levels whose condition holds. */
  private readonly holding = new Set<CompiledLevel>();
  /** Levels whose condition has held as their trigger requires. */
  private readonly fired = new Set<CompiledLevel>();
  /** The severity of active alarms by kind. */
  private readonly active: Map<string, Severity>;
  /** The start of running durations and falls, by rule and level and by the device's clock. */
  private readonly waiting: Map<string, number>;
  /** Times of the hits of repeating levels. */
  private readonly recent = new Map<CompiledLevel, number[]>();
  /** When a duration that is due has elapsed, which may be before the timer was taken. */
  private readonly elapsedAt = new Map<string, number>();
  /** The moment of the evaluation, for `Facts`. */
  private time = 0;
  private staleMs = Number.POSITIVE_INFINITY;

  constructor(ruleVersion: number, rules: readonly CompiledRule[], stored: StoredState) {
    this.ruleVersion = ruleVersion;
    this.rules = rules;
    this.levels = rules.flatMap(({ compiled }) => compiled);
    this.values = stored.values;
    this.times = stored.times;
    this.active = stored.active;
    this.waiting = stored.waiting;
    this.lastMessage = stored.lastMessage;
    this.past = new PastValues(this.levels.flatMap(({ changes }) => changes));
    for (const level of this.levels) {
      const severity = this.active.get(level.kind);
      if (severity !== undefined && rank(level.severity) <= rank(severity)) this.fired.add(level);
      if (this.fired.has(level) || this.waiting.has(level.key)) this.holding.add(level);
    }
  }

  get hasRules(): boolean {
    return this.rules.length > 0;
  }

  value(sensor: number): number | string | undefined {
    const at = this.times.get(sensor);
    return at === undefined || at < this.time - this.staleMs ? undefined : this.values.get(sensor);
  }

  change(sensor: number, ms: number): number | undefined {
    const value = this.value(sensor);
    const before = this.past.at(sensor, this.time - ms);
    return typeof value === 'number' && before !== undefined ? value - before : undefined;
  }

  silence(sensor: number | null): number | undefined {
    const last = sensor === null ? this.lastMessage : this.times.get(sensor);
    return last === null || last === undefined ? undefined : this.time - last;
  }

  /**
   * Restores the history of values and the hits of repeating levels from points in the order of time, after a restart or a
   * change of rules. Hits up to `countedUntil` of a kind belong to an alarm that was raised. Raises nothing.
   */
  restore(
    device: Known,
    points: readonly PastPoint[],
    countedUntil: ReadonlyMap<string, number>,
    shown: boolean,
  ): void {
    const latest = [new Map(this.values), new Map(this.times)] as const;
    this.staleMs = staleMsOf(device);
    // A sensor without a point in the period had its latest value all the time; one with a point had another value before.
    for (const { sensor } of points) this.values.delete(sensor);
    for (const { sensor, time, value } of points) {
      this.values.set(sensor, value);
      this.times.set(sensor, time);
      this.time = time;
      this.past.add(sensor, time, value);
      for (const level of this.levels) {
        if (level.trigger.type !== 'repeating' || !level.sensors.includes(sensor)) continue;
        const test = canFire(level, time, shown) && level.test(this, this.holding.has(level));
        if (test === undefined) continue;
        if (!test) {
          this.holding.delete(level);
          this.recent.delete(level);
          continue;
        }
        this.holding.add(level);
        if (time > (countedUntil.get(level.kind) ?? 0))
          this.recent.set(level, [...(this.recent.get(level) ?? []), time]);
      }
    }
    for (const [sensor, value] of latest[0]) this.values.set(sensor, value);
    for (const [sensor, time] of latest[1]) this.times.set(sensor, time);
  }

  /**
   * Evaluates the points of a message in the order of time. A point that is older than the latest value of its sensor is
   * ignored. A point in the future counts as measured when it arrived.
   */
  evaluatePoints(device: Known, points: Points, shown: boolean, now: number, outcome: Outcome): void {
    const { r, t, s, v, w } = points;
    const order = inOrder(t);
    this.staleMs = staleMsOf(device);
    this.lastMessage = r;
    let evaluated = false;
    for (let i = 0; i < order.length; ) {
      const moment = t[order[i] as number] as number;
      const time = Math.min(moment, r);
      const updatedSensors: number[] = [];
      for (; i < order.length && t[order[i] as number] === moment; i++) {
        const at = order[i] as number;
        const sensor = s[at] as number;
        const newest = this.times.get(sensor);
        if (newest !== undefined && time < newest && newest <= now + futureToleranceMs) continue;
        const value = v[at] ?? w?.[at] ?? '';
        this.values.set(sensor, value);
        this.times.set(sensor, time);
        this.past.add(sensor, time, value);
        updatedSensors.push(sensor);
      }
      if (updatedSensors.length === 0) continue;
      evaluated = true;
      this.evaluate((level) => isSilent(level) || level.sensors.some((sensor) => updatedSensors.includes(sensor)), {
        device,
        time,
        shown,
        now,
        outcome,
        measured: true,
        due: noTimers,
      });
    }
    // A message with late points alone ends the silence too.
    if (!evaluated) this.evaluate(isSilent, { device, time: r, shown, now, outcome, measured: false, due: noTimers });
  }

  /**
   * Evaluates all levels with the latest values, without a message: timers are due, hours begin or end, rules have changed.
   * `unruled` are the kinds whose alarms are cleared unless a rule still holds.
   */
  evaluateNow(
    device: Known,
    {
      shown,
      now,
      due = noTimers,
      unruled = [],
    }: { shown: boolean; now: number; due?: ReadonlySet<string>; unruled?: Iterable<string> },
    outcome: Outcome,
  ): void {
    this.staleMs = staleMsOf(device);
    const moment: Moment = { device, time: now, shown, now, outcome, measured: false, due };
    this.evaluate(() => true, moment);
    for (const kind of unruled)
      if (this.active.has(kind) && !this.levels.some((level) => level.kind === kind))
        this.clear(kind, moment, 'rule-off');
  }

  private evaluate(concerned: (level: CompiledLevel) => boolean, moment: Moment): void {
    this.time = moment.time;
    const kinds = new Map<string, Evaluated>();
    for (const level of this.levels) {
      if (!concerned(level)) continue;
      const evaluated = kinds.get(level.kind) ?? { holds: false, outside: false };
      kinds.set(level.kind, evaluated);
      this.evaluateLevel(level, moment, evaluated);
    }
    for (const [kind, evaluated] of kinds) this.settle(kind, evaluated, moment);
  }

  private evaluateLevel(level: CompiledLevel, moment: Moment, evaluated: Evaluated): void {
    const hasFired = this.fired.has(level);
    if (!canFire(level, moment.time, moment.shown)) {
      this.end(level, moment);
      evaluated.outside ||= hasFired && !isInHours(level, moment.time);
      return;
    }
    const test = level.test(this, this.holding.has(level));
    // What is unknown neither raises nor clears; a duration that was not observed to its end starts again.
    if (test === undefined && moment.due.has(level.key)) this.stopTimer(level.rule.id, level.at, moment);
    if (test === false) this.end(level, moment);
    if (!test) return;
    this.holding.add(level);
    if (!hasFired && this.isTriggered(level, moment)) this.fired.add(level);
    evaluated.holds = true;
  }

  /** Whether a condition that holds counts, by its duration or number of hits. */
  private isTriggered(level: CompiledLevel, moment: Moment): boolean {
    const { trigger } = level;
    const severity = this.active.get(level.kind);
    if (severity !== undefined && rank(severity) >= rank(level.severity)) {
      this.stopTimer(level.rule.id, level.at, moment);
      return true;
    }
    if (trigger.type === 'duration')
      return this.hasElapsed({ ruleId: level.rule.id, level: level.at, seconds: trigger.seconds }, moment);
    return trigger.type === 'simple' || (moment.measured && this.hasRecurred(level, trigger, moment));
  }

  private hasRecurred(
    level: CompiledLevel,
    { times, withinSeconds }: Extract<Level['trigger'], { type: 'repeating' }>,
    { time, now }: Moment,
  ): boolean {
    const hits = [...(this.recent.get(level) ?? []), time].filter(
      (hitTime) => hitTime > time - withinSeconds * 1000 && hitTime <= Math.max(time, now + futureToleranceMs),
    );
    this.recent.set(level, hits);
    if (hits.length < times) return false;
    this.recent.delete(level);
    return true;
  }

  /** Whether the timer has elapsed; starts it if it does not run. */
  private hasElapsed(
    { ruleId, level, seconds }: { ruleId: number; level: number; seconds: number },
    moment: Moment,
  ): boolean {
    const key = `${ruleId}/${level}`;
    const since = this.waiting.get(key);
    if (since === undefined) {
      this.waiting.set(key, moment.time);
      moment.outcome.started.push({ deviceId: moment.device.id, ruleId, level, since: moment.time, seconds });
      return false;
    }
    if (moment.due.has(key)) this.elapsedAt.set(key, Math.min(moment.time, since + seconds * 1000));
    else {
      // A value of the device tells that time has passed; without one only the timer does.
      if (!moment.measured) return false;
      this.waiting.set(key, Math.min(since, moment.time));
      if (moment.time - since < seconds * 1000) return false;
    }
    this.stopTimer(ruleId, level, moment);
    return true;
  }

  private stopTimer(ruleId: number, level: number, { device, outcome }: Moment): void {
    if (!this.waiting.delete(`${ruleId}/${level}`)) return;
    const mine = outcome.started.findIndex(
      (one) => one.deviceId === device.id && one.ruleId === ruleId && one.level === level,
    );
    if (mine >= 0) outcome.started.splice(mine, 1);
    else outcome.stopped.push({ deviceId: device.id, ruleId, level });
  }

  private end(level: CompiledLevel, moment: Moment): void {
    this.holding.delete(level);
    this.fired.delete(level);
    this.recent.delete(level);
    this.stopTimer(level.rule.id, level.at, moment);
  }

  /** Brings the alarm of a kind to the worst severity that has fired: up at once, down after the time of the rule. */
  private settle(kind: string, { holds, outside }: Evaluated, moment: Moment): void {
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
    if (!fallsAtOnce && !this.hasElapsed({ ruleId: rule.id, level: fallingLevel, seconds }, moment)) return;
    this.stopFalling(kind, moment);
    if (!worst) this.clear(kind, moment, outside ? 'outside-schedule' : null);
    else this.lower(worst, moment);
  }

  private stopFalling(kind: string, moment: Moment): void {
    if (this.waiting.size === 0) return;
    for (const level of this.levels)
      if (level.kind === kind && level.at === 0) this.stopTimer(level.rule.id, fallingLevel, moment);
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
      class: rule.class,
      severity,
      names: rule.names,
      ruleId: rule.id > 0 ? rule.id : null,
      at: this.elapsedAt.get(level.key) ?? time,
      hits: (before?.hits ?? 0) + 1,
      ...this.crossedBy(level),
    });
    this.elapsedAt.delete(level.key);
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

  private clear(kind: string, { device, time, outcome }: Moment, reason: Cleared['reason']): void {
    this.active.delete(kind);
    const key = `${device.id} ${kind}`;
    outcome.lowered.delete(key);
    outcome.cleared.set(key, { deviceId: device.id, kind, at: time, reason });
  }

  hasActiveAlarm(kind: string): boolean {
    return this.active.has(kind);
  }

  /** Called when a person has closed the alarm: what triggers from now on raises a new one. */
  alarmClosed(kind: string): void {
    this.active.delete(kind);
    for (const level of this.levels) {
      if (level.kind !== kind) continue;
      this.fired.delete(level);
      this.waiting.delete(fallingKey(level.rule.id));
    }
  }

  private crossedBy(level: CompiledLevel): Pick<Hit, 'sensor' | 'value' | 'limit'> {
    const crossed = level.crossed(this);
    return { sensor: crossed?.sensor ?? null, value: crossed?.value ?? null, limit: crossed?.limit ?? null };
  }
}

const staleMsOf = ({ reportEverySeconds }: Known): number => reportEverySeconds * 1000 * staleIntervals;

const isSilent = ({ silences }: CompiledLevel): boolean => silences.length > 0;

const isInHours = ({ rule: { schedule } }: CompiledLevel, time: number): boolean =>
  schedule === null || isOpen(schedule, time);

/** Whether a level can fire: operational rules need an active token, and all rules fire within their hours only. */
const canFire = (level: CompiledLevel, time: number, shown: boolean): boolean =>
  (level.rule.class === 'status' || shown) && isInHours(level, time);

/** Positions in the order of time. Most messages are in order already. */
function inOrder(times: readonly number[]): number[] {
  const order = times.map((_, i) => i);
  const sorted = times.every((time, i) => i === 0 || (times[i - 1] as number) <= time);
  return sorted ? order : order.sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);
}
