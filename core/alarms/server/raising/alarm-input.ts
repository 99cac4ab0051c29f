import type { Alarm } from '../../common/alarm.ts';
import type { NewParty } from '../../common/party.ts';
import { isLessSevere } from '../../common/severity.ts';

type Severity = Alarm['severity'];

/** A device, or a subject of an app that its manifest declares under `alarmSubjects`. */
export type AboutDevice = { deviceId: number };
export type AboutSubject = { companyId: number; app: string; subject: { type: string; id: number } };
export type About = AboutDevice | AboutSubject;

/** What the column `alarm.about` has: an alarm is open once for this and its kind. */
export const aboutKey = (about: About): string =>
  'deviceId' in about
    ? `device ${about.deviceId}`
    : `${about.companyId} ${about.app} ${about.subject.type} ${about.subject.id}`;

export type Raising = {
  kind: string;
  severity: Severity;
  /** 1 is the most urgent; by default that of the kind. */
  rank?: number;
  /** Milliseconds since 1970; by default now. */
  at?: number;
  /** How often the condition was met since it was last raised; by default once. */
  hits?: number;
  /** The locales of the app, or of this slice, have a text for it under `reasons`. */
  reason?: string | null;
  /** Further facts for the timeline. */
  data?: object;
  ruleId?: number | null;
  /** The name of the alarms of a custom rule. */
  names?: Alarm['names'];
  sensor?: string | null;
  /** Null while a clear band holds the alarm: its value stays the last beyond the limit. */
  value?: number | null;
  limit?: Alarm['limit'];
  /** The further companies of the alarm; its class declares their roles. Those that it has already stay as they are. */
  parties?: readonly NewParty[];
  /** The party that has to act on a new alarm; by default the owner. */
  desk?: number;
  /**
   * The people of the owner who may see a new alarm before it is closed; by default all who may read it. If there are none,
   * administrators see it while the owner has to act.
   */
  onlyFor?: readonly number[];
};
export type DeviceAlarm = AboutDevice & Raising;
export type SubjectAlarm = AboutSubject &
  Raising & {
    /** The name of the subject. */
    name: string;
    structureId: number | null;
    /** The installed devices of the company at which the alarm is shown too. */
    devices?: readonly number[];
  };
export type NewAlarm = DeviceAlarm | SubjectAlarm;
export type Lowered = About & {
  kind: string;
  severity: Severity;
  /** The rank that it has from then on, if it is less urgent than before. */
  rank?: number;
  at?: number;
  /** The locales have a text for it under `reasons`. */
  reason?: string;
};
/** The locales have a text for the reason under `reasons`; null if the condition no longer holds. */
export type Cleared = About & {
  kind: string;
  at?: number;
  /** The value that ended it, if its rule watches one sensor. */
  value?: number | null;
  reason?: string | null;
};

/** The devices at which an alarm about something else is shown. */
export const devicesOf = (alarm: NewAlarm): readonly number[] => ('deviceId' in alarm ? [] : (alarm.devices ?? []));

const keyOf = (alarm: About & { kind: string }): string => `${aboutKey(alarm)} ${alarm.kind}`;

/** One of the same thing and kind: the hits of both, the worse severity, the facts of the later one. */
function merged(one: NewAlarm, other: NewAlarm, now: number): NewAlarm {
  const [before, after] = (other.at ?? now) < (one.at ?? now) ? [other, one] : [one, other];
  const devices = [...devicesOf(one), ...devicesOf(other)];
  const parties = [...(before.parties ?? []), ...(after.parties ?? [])];
  const desk = after.desk ?? before.desk;
  const ranks = [one.rank, other.rank].filter((rank) => rank !== undefined);
  return {
    ...after,
    hits: (one.hits ?? 1) + (other.hits ?? 1),
    severity: isLessSevere(after.severity, before.severity) ? before.severity : after.severity,
    ...(ranks.length > 0 ? { rank: Math.min(...ranks) } : {}),
    ...(devices.length > 0 ? { devices } : {}),
    ...(parties.length > 0 ? { parties } : {}),
    ...(desk === undefined ? {} : { desk }),
  };
}

/** Each thing and kind once: one statement cannot change a row twice. */
export function folded(alarms: readonly NewAlarm[], now: number): NewAlarm[] {
  const byKey = new Map<string, NewAlarm>();
  for (const alarm of alarms) {
    const before = byKey.get(keyOf(alarm));
    byKey.set(keyOf(alarm), before ? merged(before, alarm, now) : alarm);
  }
  return [...byKey.values()];
}

/** Of several entries of the same thing and kind the last. */
export const lastOfEach = <T extends About & { kind: string }>(entries: readonly T[]): T[] => [
  ...new Map(entries.map((entry) => [keyOf(entry), entry])).values(),
];
