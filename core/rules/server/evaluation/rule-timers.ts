import type { Moment } from './rule-outcome.ts';

/** The level of the timer after which an alarm falls. */
export const fallingLevel = -1;

type Timer = { ruleId: number; level: number; seconds: number };

/** The timers of a device's rules: running durations, and alarms whose severity is to fall. */
export class RuleTimers {
  /** The start of each by rule and level (`12/0`), by the device's clock. */
  private readonly running: Map<string, number>;
  /** When a duration that is due has elapsed, which may be before the timer was taken. */
  private readonly elapsedAt = new Map<string, number>();

  constructor(running: Map<string, number>) {
    this.running = running;
  }

  isRunning(key: string): boolean {
    return this.running.has(key);
  }

  /** Whether the timer has elapsed; starts it if it does not run. */
  hasElapsed({ ruleId, level, seconds }: Timer, moment: Moment): boolean {
    const key = `${ruleId}/${level}`;
    const since = this.running.get(key);
    if (since === undefined) {
      this.running.set(key, moment.time);
      moment.outcome.started.push({ deviceId: moment.device.id, ruleId, level, since: moment.time, seconds });
      return false;
    }
    if (moment.due.has(key)) this.elapsedAt.set(key, Math.min(moment.time, since + seconds * 1000));
    else {
      // A value of the device shows that time has passed; without one only the timer does.
      if (!moment.measured) return false;
      this.running.set(key, Math.min(since, moment.time));
      if (moment.time - since < seconds * 1000) return false;
    }
    this.stop(ruleId, level, moment);
    return true;
  }

  stop(ruleId: number, level: number, { device, outcome }: Moment): void {
    if (this.running.size === 0 || !this.running.delete(`${ruleId}/${level}`)) return;
    const mine = outcome.started.findIndex(
      (one) => one.deviceId === device.id && one.ruleId === ruleId && one.level === level,
    );
    if (mine >= 0) outcome.started.splice(mine, 1);
    else outcome.stopped.push({ deviceId: device.id, ruleId, level });
  }

  stopFalling(ruleId: number, moment: Moment): void {
    this.stop(ruleId, fallingLevel, moment);
  }

  /** Forgets the fall of an alarm that a person has closed. */
  forgetFalling(ruleId: number): void {
    this.running.delete(`${ruleId}/${fallingLevel}`);
  }

  /** When the duration of a level has elapsed, once; undefined if no timer was due. */
  takeElapsed(key: string): number | undefined {
    const at = this.elapsedAt.get(key);
    this.elapsedAt.delete(key);
    return at;
  }
}
