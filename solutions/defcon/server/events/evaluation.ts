import type { PanelAlarmKind } from '../../common/alarms.ts';
import type { IncidentModel, PanelModel } from './panel-model.ts';
import type { Signal } from './signals.ts';

/** What a signal is about: a group, a zone, or the panel itself (`null`). */
export type Subject = { group: number } | { zone: number } | null;
export type Raised = { kind: PanelAlarmKind; subject: Subject; rank: number; at: number; late: boolean; line: number };
export type ClearedKind = { kind: PanelAlarmKind; subject: Subject; at: number };
/** A line of the log. `hit`: it is one of an alarm of people or dangers, whether or not that was raised. */
export type Line = {
  signal: Signal;
  group: number | null;
  hit: boolean;
  /** Somebody came in by the entry route while the panel waited for the code. */
  entry: boolean;
  /** The incident that was open already. */
  alarmId: number | null;
};
export type Evaluation = {
  panel: PanelModel;
  lines: Line[];
  raised: Raised[];
  cleared: ClearedKind[];
  cancelled: { incident: IncidentModel; at: number; by: number | null }[];
  confirmed: { group: number | null; kind: PanelAlarmKind; how: 'sequential' | 'verified' }[];
  /** Reports of the whole state that differed from what was known. */
  synced: { at: number; receivedAt: number; changes: Readonly<Record<string, unknown>> }[];
  /** What was reported of groups and zones, for the commands that wait for it. */
  reported: { armed: number[]; disarmed: number[]; bypassed: number[]; watched: number[] };
  /** The path that the whole state names, for the command that waits for it. */
  path: string | null;
  testedAt: number | null;
  /** The last report by which it shows that it can report, and the last one that a person has caused. */
  reportedAt: number | null;
  testReportAt: number | null;
  /** The time of the last message. */
  heardAt: number;
};
