import type { SignalKind } from './kinds.ts';

/** What the number in a message names: a detector, a person, or something of the panel itself. */
type About = 'zone' | 'user' | 'panel';

export type GroupState = 'disarmed' | 'armed-away' | 'armed-stay' | 'armed-night';
/** How a group was armed or disarmed. */
export type Way = 'user' | 'remote' | 'quick' | 'key-switch' | 'schedule';

/** What a signal changes at its zone. */
export type ZoneChange = Partial<Record<'bypassed' | 'tamper' | 'fault' | 'missing' | 'lowBattery', boolean>>;

/** What a code means. Each one states the alarm that it raises, or that it only belongs in the log. */
export type Effect = {
  /** The kind of alarm; null: log only. */
  raises: SignalKind | null;
  /** The kinds of alarms whose condition is over. */
  clears?: readonly SignalKind[];
  /** The panel itself has verified the alarm, by a second detector, sound or picture. */
  verified?: true;
  /** A person at the panel says that the alarm is none. It closes nothing. */
  cancels?: true;
  group?: { state: GroupState; way: Way };
  zone?: ZoneChange;
  /** A report by which the panel shows that it can report; `begin` and `end` enclose a test by people. */
  test?: 'periodic' | 'manual' | 'begin' | 'end';
  about: About;
};

/** What a code of Contact ID means when it is new or an opening, and when it is a restore or a closing. */
export type ContactIdCode = { new: Effect; restore: Effect };

export const log = (about: About = 'panel'): Effect => ({ raises: null, about });
export const raise = (raises: SignalKind, about: About = 'panel', more: Partial<Effect> = {}): Effect => ({
  raises,
  about,
  ...more,
});
export const clear = (clears: readonly SignalKind[], about: About = 'panel', more: Partial<Effect> = {}): Effect => ({
  raises: null,
  clears,
  about,
  ...more,
});
/** What went wrong with arming is over once the group is armed. */
const overWhenArmed = ['entry-exit-error', 'arm-failed', 'late-to-arm', 'open-outside-schedule'] as const;

export const group = (state: GroupState, way: Way = 'user', raises: SignalKind | null = null): Effect => ({
  raises,
  about: 'user',
  group: { state, way },
  ...(state === 'disarmed' ? {} : { clears: raises ? overWhenArmed : [...overWhenArmed, 'forced-arm'] }),
});
export const zone = (change: ZoneChange, more: Partial<Effect> = {}): Effect => ({
  raises: null,
  about: 'zone',
  zone: change,
  ...more,
});
export const test = (report: NonNullable<Effect['test']>, about: About = 'panel'): Effect => ({
  raises: null,
  test: report,
  about,
});
