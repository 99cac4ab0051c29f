import type { Quality } from '../common/state-interval.ts';

/** The rules by which values of a sensor become states, in ms. */
export type StateRules = {
  /** A change that the sensor takes back within this time was none. */
  confirmMs: number;
  /** The state is unknown this long after the last value. */
  unknownAfterMs: number;
};

/** What a sensor reported, or a person said, at a time in ms since 1970. */
export type Report = {
  at: number;
  /** null: the sensor says that it does not know. */
  value: number | null;
  /** `heartbeat`: the sensor reported it as a sign of life and not because it changed. */
  by: 'sensor' | 'heartbeat' | 'person';
};

/** An interval that has ended. */
export type Ended = { from: number; to: number; value: number | null; quality: Quality };

/** The state at a time, with what decides how it goes on. */
export type CurrentState = {
  value: number | null;
  since: number;
  quality: Quality;
  /** When the sensor reported something last; null if it never did. */
  lastAt: number | null;
  /** What it reported last; undefined once it has been silent for too long. */
  reported: number | null | undefined;
  /** Since when it has reported another value than that of the state, which is not confirmed yet. */
  changing: { since: number; quality: Quality } | null;
};

/** The state before a first report: unknown. */
export const unknownSince = (since: number): CurrentState => ({
  value: null,
  since,
  quality: 'measured',
  lastAt: null,
  reported: undefined,
  changing: null,
});

/**
 * The states of one sensor: `report` in the order of time, and `advance` as time passes. The same reports make the same
 * intervals however they are divided among calls.
 */
export class StateMachine {
  readonly ended: Ended[] = [];
  current: CurrentState;
  private readonly rules: StateRules;

  constructor(current: CurrentState, rules: StateRules) {
    this.current = current;
    this.rules = rules;
  }

  report({ at, value, by }: Report): void {
    this.advance(at);
    if (by === 'person') {
      this.hold(value, at, 'corrected');
      this.current.changing = null;
      return;
    }
    const { reported } = this.current;
    this.current.lastAt = at;
    this.current.reported = value;
    // A sensor that goes on reporting the same does not contradict what a person said since.
    if (value === reported) return;
    const quality = reported === undefined || by === 'heartbeat' ? 'bounded' : 'measured';
    this.current.changing =
      value === this.current.value && this.current.quality !== 'corrected' ? null : { since: at, quality };
    // That a sensor does not know needs no confirmation.
    if (value === null) this.confirm();
    else this.advance(at);
  }

  /** What becomes of the state until a time without a report. Returns whether it has changed. */
  advance(at: number): boolean {
    let changed = false;
    for (let next = this.nextChange(); next !== null && next <= at; next = this.nextChange()) {
      changed = true;
      if (this.confirmedAt() === next) this.confirm();
      else this.fallSilent(next);
    }
    return changed;
  }

  /** When the state changes unless the sensor reports something; null if it does not. */
  nextChange(): number | null {
    const times = [this.confirmedAt(), this.silentAt()].filter((time) => time !== null);
    return times.length > 0 ? Math.min(...times) : null;
  }

  private confirmedAt(): number | null {
    const { changing } = this.current;
    return changing && changing.since + this.rules.confirmMs;
  }

  private silentAt(): number | null {
    const { lastAt, reported } = this.current;
    return lastAt === null || reported === undefined ? null : lastAt + this.rules.unknownAfterMs;
  }

  private confirm(): void {
    const { changing, reported } = this.current;
    if (!changing || reported === undefined) return;
    this.current.changing = null;
    this.hold(reported, changing.since, changing.quality);
  }

  /** What a person said holds until the sensor reports a change. */
  private fallSilent(at: number): void {
    this.current.reported = undefined;
    this.current.changing = null;
    if (this.current.quality !== 'corrected') this.hold(null, at, 'measured');
  }

  private hold(value: number | null, since: number, quality: Quality): void {
    const { value: before, since: from, quality: as } = this.current;
    const corrects = quality === 'corrected' || as === 'corrected';
    if (value === before && !corrects) return;
    if (since > from) this.ended.push({ from, to: since, value: before, quality: as });
    Object.assign(this.current, { value, since, quality });
  }
}
