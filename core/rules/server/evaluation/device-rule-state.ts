import { type CachedDevice, intervalOf } from '#core/devices/server/api.ts';
import { isOpen } from '#platform/common/time/week-schedule.ts';
import type { Level } from '../../common/rule.ts';
import type { CompiledLevel, CompiledRule } from '../definitions/rule-cache.ts';
import {
  DeviceValues,
  futureToleranceMs,
  type MeasuredValues,
  type PastEvent,
  type PastPoint,
  type StoredState,
  type TakenPlace,
} from './device-values.ts';
import { type Evaluated, KindAlarms } from './kind-alarms.ts';
import type { Moment, Outcome } from './rule-outcome.ts';
import { RuleTimers } from './rule-timers.ts';

const noTimers: ReadonlySet<string> = new Set();
type Known = Pick<CachedDevice, 'id' | 'reporting' | 'moving'>;

/** The state of a device's rules, in memory between its messages. */
export class DeviceRuleState {
  ruleVersion: number;
  readonly rules: readonly CompiledRule[];
  private readonly levels: readonly CompiledLevel[];
  private readonly values: DeviceValues;
  private readonly timers: RuleTimers;
  /** Levels whose condition holds. */
  private readonly holding = new Set<CompiledLevel>();
  private readonly alarms: KindAlarms;
  /** A position has come since the state was read. */
  private isPlaced = false;
  /** Times of the hits of repeating levels. */
  private readonly recent = new Map<CompiledLevel, number[]>();

  constructor(ruleVersion: number, rules: readonly CompiledRule[], stored: StoredState) {
    this.ruleVersion = ruleVersion;
    this.rules = rules;
    this.levels = rules.flatMap(({ compiled }) => compiled);
    this.values = new DeviceValues(
      stored,
      this.levels.flatMap(({ changes }) => changes),
      this.levels.flatMap(({ steps }) => steps),
    );
    this.timers = new RuleTimers(stored.waiting);
    const { levels, values, timers } = this;
    this.alarms = new KindAlarms({ levels, values, timers, active: stored.active });
    for (const level of levels)
      if (this.alarms.fired.has(level) || timers.isRunning(level.key)) this.holding.add(level);
  }

  get hasRules(): boolean {
    return this.rules.length > 0;
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
    this.values.setReportInterval(intervalOf(device));
    this.values.replay(points, ({ sensor, time }) => {
      for (const level of this.levels) {
        if (level.trigger.type !== 'repeating' || !level.sensors.includes(sensor)) continue;
        const test = canFire(level, time, shown) && level.test(this.values, this.holding.has(level));
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
    });
  }

  /** Each message ends a silence, and shows that the device is in use although nobody may be known to wear it. */
  private isUnprompted = (level: CompiledLevel): boolean =>
    isSilent(level) || (level.people && !this.holding.has(level));

  /** Evaluates the points of a message in the order of time. */
  evaluatePoints(device: Known, points: MeasuredValues, shown: boolean, now: number, outcome: Outcome): void {
    this.values.setReportInterval(intervalOf(device));
    let evaluated = false;
    this.values.take(points, now, (time, updated) => {
      evaluated = true;
      this.evaluate((level) => this.isUnprompted(level) || level.sensors.some((sensor) => updated.includes(sensor)), {
        device,
        time,
        shown,
        now,
        outcome,
        measured: true,
        due: noTimers,
      });
    });
    // A message with only late points also ends the silence.
    if (!evaluated)
      this.evaluate(this.isUnprompted, { device, time: points.r, shown, now, outcome, measured: false, due: noTimers });
  }

  /**
   * Evaluates an event at its time, and schedules the end of its counting. An event with a wrong clock counts when it
   * arrived.
   */
  evaluateEvent(device: Known, event: PastEvent, arrived: number, shown: boolean, outcome: Outcome): void {
    const spans = this.levels.flatMap(({ events }) =>
      events.flatMap(({ kind, ms }) => (kind === event.kind ? ms : [])),
    );
    if (spans.length === 0) return;
    const time = Math.min(event.time, arrived);
    this.values.setReportInterval(intervalOf(device));
    this.values.takeEvent({ ...event, time }, Math.max(...spans), arrived);
    const moment: Moment = { device, time, shown, now: arrived, outcome, measured: true, due: noTimers };
    this.evaluate((level) => isSilent(level) || level.events.some(({ kind }) => kind === event.kind), moment);
    for (const ms of new Set(spans))
      if (this.levels.some((level) => this.holding.has(level) && level.events.some((one) => one.ms === ms)))
        outcome.recheckAt.push({ deviceId: device.id, at: time + ms });
  }

  /** Takes positions of a message, and evaluates the levels that depend on them, or on geofences whose state has changed. */
  evaluatePlace(device: Known, change: TakenPlace, shown: boolean, now: number, outcome: Outcome): void {
    this.values.setReportInterval(intervalOf(device));
    const time = Math.min(change.placedAt, now);
    const moment: Moment = { device, time, shown, now, outcome, measured: true, due: noTimers };
    // The data may have been read before positions were deleted.
    const hasChanged = this.values.takePlace(change) || !this.isPlaced;
    this.isPlaced = true;
    this.evaluate(({ places, moves, key }) => moves || (places && (hasChanged || this.timers.isRunning(key))), moment);
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
    this.values.setReportInterval(intervalOf(device));
    const moment: Moment = { device, time: now, shown, now, outcome, measured: false, due };
    this.evaluate(() => true, moment);
    for (const kind of unruled)
      if (this.alarms.isActive(kind) && !this.levels.some((level) => level.kind === kind))
        this.alarms.clear(kind, moment, 'rule-off');
  }

  private evaluate(concerned: (level: CompiledLevel) => boolean, moment: Moment): void {
    this.values.setTime(moment.time);
    const kinds = new Map<string, Evaluated>();
    for (const level of this.levels) {
      if (!concerned(level)) continue;
      const evaluated = kinds.get(level.kind) ?? { holds: false, outside: false };
      kinds.set(level.kind, evaluated);
      this.evaluateLevel(level, moment, evaluated);
    }
    for (const [kind, evaluated] of kinds) this.alarms.settle(kind, evaluated, moment);
  }

  private evaluateLevel(level: CompiledLevel, moment: Moment, evaluated: Evaluated): void {
    const hasFired = this.alarms.fired.has(level);
    if (!canFire(level, moment.time, moment.shown)) {
      this.end(level, moment);
      evaluated.outside ||= hasFired && !isInHours(level, moment.time);
      return;
    }
    const test = level.test(this.values, this.holding.has(level));
    // Unknown values neither raise nor clear alarms; a duration that was not observed to its end starts again.
    if (test === undefined && moment.due.has(level.key)) this.timers.stop(level.rule.id, level.at, moment);
    if (test === false) this.end(level, moment);
    if (!test) return;
    this.holding.add(level);
    if (!hasFired && this.isTriggered(level, moment)) this.alarms.fired.add(level);
    evaluated.holds = true;
  }

  /** Whether a condition that holds counts, by its duration or number of hits. */
  private isTriggered(level: CompiledLevel, moment: Moment): boolean {
    const { trigger } = level;
    if (this.alarms.covers(level)) {
      this.timers.stop(level.rule.id, level.at, moment);
      return true;
    }
    if (trigger.type === 'duration')
      return this.timers.hasElapsed({ ruleId: level.rule.id, level: level.at, seconds: trigger.seconds }, moment);
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

  private end(level: CompiledLevel, moment: Moment): void {
    this.holding.delete(level);
    this.alarms.fired.delete(level);
    this.recent.delete(level);
    this.timers.stop(level.rule.id, level.at, moment);
  }

  hasActiveAlarm(kind: string): boolean {
    return this.alarms.isActive(kind);
  }

  /** Called when a person has closed the alarm: the next hit raises a new one. */
  alarmClosed(kind: string): void {
    this.alarms.close(kind);
  }
}

const isSilent = ({ silences }: CompiledLevel): boolean => silences.length > 0;

const isInHours = ({ rule: { schedule } }: CompiledLevel, time: number): boolean =>
  schedule === null || isOpen(schedule, time);

/** Whether a level can fire: rules about what devices measure need an active token, and all rules fire within their hours only. */
const canFire = (level: CompiledLevel, time: number, shown: boolean): boolean =>
  (level.technical || shown) && isInHours(level, time);
