import type { Cleared, DeviceAlarm, Lowered } from '#core/alarms/server/api.ts';
import type { CachedDevice } from '#core/devices/server/api.ts';
import type { RuleAction } from '../../common/rule.ts';

export type TimerStart = {
  deviceId: number;
  ruleId: number;
  level: number;
  since: number;
  /** Time until due, by the clock of the database. The duration by the device's clock is evaluated in memory. */
  seconds: number;
};
/** A hit, with the actions of the rules whose levels have fired, if it raises the alarm. */
export type RuleHit = DeviceAlarm & { actions?: readonly RuleAction[] };

/** The alarms and timers that the values of a batch change, the alarms by device and kind. */
export type Outcome = {
  hits: Map<string, RuleHit>;
  lowered: Map<string, Lowered>;
  cleared: Map<string, Cleared>;
  started: TimerStart[];
  stopped: { deviceId: number; ruleId: number; level: number }[];
  /** When devices are to be rechecked without a message, in ms since 1970. */
  recheckAt: { deviceId: number; at: number }[];
};
export const emptyOutcome = (): Outcome => ({
  hits: new Map(),
  lowered: new Map(),
  cleared: new Map(),
  started: [],
  stopped: [],
  recheckAt: [],
});

/** An instant at which levels are evaluated, in ms since 1970. */
export type Moment = {
  device: Pick<CachedDevice, 'id'>;
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
