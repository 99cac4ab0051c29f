import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { isGravest, isTrouble, type PanelAlarmKind, rankOf } from '../../common/alarms.ts';
import { duressCode } from '../../common/codes/contact-id-codes.ts';
import { isArmed } from '../../common/panel/words.ts';
import { confirmationOf, onEntryRoute } from './confirmation.ts';
import { takeState } from './evaluate-state.ts';
import type { Evaluation, Line, Subject } from './evaluation.ts';
import { beginPeriod, endPeriod, groupOf, zoneOf } from './numbered-parts.ts';
import type { IncidentModel, PanelModel, ZoneModel } from './panel-model.ts';
import type { Heard, Signal } from './signals.ts';

/** The group of a signal: the one that it names, else an armed one of its zone, else any of its zone. */
function groupOfSignal(panel: PanelModel, { group, zone }: Signal): number | null {
  if (group !== null) return groupOf(panel, group).number;
  const groups = zone === null ? [] : zoneOf(panel, zone, null).groups;
  const armed = groups.find((number) => isArmed(panel.groups.get(number)?.state ?? 'disarmed'));
  return armed ?? groups[0] ?? (zone === null ? null : (panel.groups.keys().next().value ?? null));
}

/**
 * What the messages of a panel mean, in the order of their time: the model is brought up to date with them, and what else
 * is to be done is returned.
 */
export function evaluate(panel: PanelModel, heard: readonly Heard[]): Evaluation {
  const evaluated: Evaluation = {
    panel,
    lines: [],
    raised: [],
    cleared: [],
    cancelled: [],
    confirmed: [],
    synced: [],
    reported: { armed: [], disarmed: [], bypassed: [], watched: [] },
    path: null,
    testedAt: null,
    reportedAt: null,
    testReportAt: null,
    heardAt: 0,
  };
  for (const one of heard) 'signal' in one ? takeSignal(evaluated, one.signal) : takeState(evaluated, one.state);
  return evaluated;
}

function takeSignal(evaluated: Evaluation, signal: Signal): void {
  const { panel } = evaluated;
  const { meaning, at, zone } = signal;
  const group = groupOfSignal(panel, signal);
  evaluated.heardAt = Math.max(evaluated.heardAt, at);
  if (zone !== null) changeZone(evaluated, zoneOf(panel, zone, group), signal);
  if (meaning.kind === 'mains-lost') panel.mains = false;
  if (meaning.clears.includes('mains-lost')) panel.mains = true;
  if (meaning.test) evaluated.testedAt = Math.max(evaluated.testedAt ?? 0, at);
  if (meaning.test === 'periodic') evaluated.reportedAt = Math.max(evaluated.reportedAt ?? 0, at);
  else if (meaning.test) evaluated.testReportAt = Math.max(evaluated.testReportAt ?? 0, at);
  if (signal.qualifier === 'new' && meaning.kind !== null && zone !== null) evaluated.testedAt = at;
  const duress = meaning.group?.state === 'disarmed' && signal.user !== null && panel.duressSlots.has(signal.user);
  const kind = kindOf(panel, signal, group);
  const line: Line = {
    signal,
    group,
    hit: kind !== null && !isTrouble(kind),
    entry: onEntryRoute(panel, signal),
    alarmId: null,
  };
  const number = evaluated.lines.push(line) - 1;
  if (meaning.group) changeGroup(evaluated, group, signal, duress);
  else if (meaning.cancels) cancel(evaluated, group, signal);
  if (duress) raiseDuress(evaluated, group, signal);
  if (kind !== null) hit(evaluated, kind, group, { line: number, signal });
  for (const over of meaning.clears) clear(evaluated, over, group, signal, line);
}

/**
 * Somebody was made to open. To those who must not know it, the log shows an opening like any other: the incident has a
 * line of its own.
 */
function raiseDuress(evaluated: Evaluation, group: number | null, signal: Signal): void {
  if (!mayRing(evaluated.panel, 'duress', signal.at)) return;
  const understood: Signal = {
    ...signal,
    code: duressCode,
    qualifier: 'new',
    source: 'system',
    zone: null,
    text: null,
  };
  const line = evaluated.lines.push({ signal: understood, group, hit: true, entry: false, alarmId: null }) - 1;
  raise(evaluated, 'duress', group, { line, signal });
}

/** The kind of alarm that a signal is; a tamper is one of people only while somebody could be there unseen. */
function kindOf(panel: PanelModel, { meaning, zone }: Signal, group: number | null): PanelAlarmKind | null {
  if (meaning.kind !== 'tamper') return meaning.kind;
  const always = zone !== null && panel.zones.get(zone)?.reaction === 'always';
  const armed = group !== null && isArmed(panel.groups.get(group)?.state ?? 'disarmed');
  return always || armed ? 'tamper' : 'panel-tamper';
}

type Cause = { line: number; signal: Signal };
const subjectOf = (kind: PanelAlarmKind, group: number | null, { zone }: Signal): Subject => {
  if (!isTrouble(kind)) return group === null ? null : { group };
  return zone === null ? null : { zone };
};

/** Whether events may ring: the panel is in service with a subscription, and nobody tests. */
function mayRing({ service, isActive, testUntil, testScope }: PanelModel, kind: PanelAlarmKind, at: number): boolean {
  if (service !== 'active' || !isActive) return false;
  const isTested = testUntil !== null && at < testUntil;
  return !isTested || (testScope === 'zones' && isGravest(kind));
}

function raise(
  { panel, raised, lines }: Evaluation,
  kind: PanelAlarmKind,
  group: number | null,
  { line, signal }: Cause,
) {
  if (!mayRing(panel, kind, signal.at)) return;
  const { at, late } = signal;
  const open = openIncident(panel, kind, group);
  const stored = lines[line];
  if (stored && open) stored.alarmId = open.alarmId;
  raised.push({ kind, subject: subjectOf(kind, group, signal), rank: late ? 3 : rankOf(kind), at, late, line });
}

const openIncident = (panel: PanelModel, kind: PanelAlarmKind, group: number | null): IncidentModel | undefined =>
  panel.incidents.find((one) => one.kind === kind && one.group === group);

function hit(evaluated: Evaluation, kind: PanelAlarmKind, group: number | null, cause: Cause): void {
  const { panel } = evaluated;
  const { signal } = cause;
  if (isTrouble(kind)) {
    raise(evaluated, kind, group, cause);
    return;
  }
  const open = openIncident(panel, kind, group);
  if (signal.zone !== null && isArmed(panel.groups.get(group ?? 0)?.state ?? 'disarmed')) {
    const hits = (panel.hitsOfPeriod.get(signal.zone) ?? 0) + 1;
    panel.hitsOfPeriod.set(signal.zone, hits);
    if (hits > panel.rules.swingerHits && !isGravest(kind)) {
      raise(evaluated, 'zone-swinging', group, cause);
      const line = evaluated.lines[cause.line];
      if (line) line.alarmId = open?.alarmId ?? null;
      return;
    }
  }
  const incident = open ?? {
    alarmId: 0,
    group,
    kind,
    firstAt: signal.at,
    confirmed: 'none',
    cancelledAt: null,
    hits: [],
  };
  if (!open) panel.incidents.push(incident);
  const how = confirmationOf(panel, incident, signal);
  incident.hits.push({ zone: signal.zone, at: signal.at, restored: false, entry: onEntryRoute(panel, signal) });
  raise(evaluated, kind, group, cause);
  if (how === null || incident.confirmed === 'verified' || incident.confirmed === how) return;
  incident.confirmed = how;
  evaluated.confirmed.push({ group, kind, how });
  const last = evaluated.raised.at(-1);
  if (last && last.line === cause.line && !last.late) last.rank = 1;
}

function changeGroup(evaluated: Evaluation, number: number | null, signal: Signal, duress: boolean): void {
  const { panel, reported } = evaluated;
  const change = signal.meaning.group;
  const groups = number === null ? [...panel.groups.values()] : [groupOf(panel, number)];
  if (!change) return;
  for (const group of groups) {
    // What is known later is not undone by what has happened before.
    if (signal.at < group.stateAt) continue;
    const wasArmed = isArmed(group.state);
    Object.assign(group, { state: change.state, stateAt: signal.at, stateBy: signal.user });
    if (isArmed(change.state)) {
      if (!wasArmed) beginPeriod(panel, group, signal.at);
      reported.armed.push(group.number);
    } else {
      endPeriod(panel, group);
      reported.disarmed.push(group.number);
      if (!duress) cancel(evaluated, group.number, signal);
    }
  }
}

/** A person at the panel says that what has just rung was a mistake. It ends nothing, and the gravest kinds stay what they are. */
function cancel({ panel, cancelled }: Evaluation, group: number | null, { at, user }: Signal): void {
  for (const incident of panel.incidents)
    if (
      (group === null || incident.group === group) &&
      !isGravest(incident.kind) &&
      incident.cancelledAt === null &&
      at >= incident.firstAt &&
      at - incident.firstAt <= panel.rules.cancelMinutes * minuteMs
    ) {
      incident.cancelledAt = at;
      cancelled.push({ incident, at, by: user });
    }
}

function changeZone({ reported }: Evaluation, zone: ZoneModel, { at, meaning, qualifier }: Signal): void {
  if (at < zone.changedAt || qualifier === 'status') return;
  const { lowBattery: _, ...change } = meaning.zone ?? {};
  if (meaning.kind === 'intrusion') zone.open = true;
  if (meaning.clears.includes('intrusion')) zone.open = false;
  Object.assign(zone, change, { changedAt: at });
  if (change.bypassed === true) reported.bypassed.push(zone.number);
  if (change.bypassed === false) reported.watched.push(zone.number);
}

/** A condition is over. An incident is so when each of its zones is restored. */
function clear(evaluated: Evaluation, kind: PanelAlarmKind, group: number | null, signal: Signal, line: Line): void {
  const { panel, cleared } = evaluated;
  const kinds: readonly PanelAlarmKind[] = kind === 'tamper' ? ['tamper', 'panel-tamper'] : [kind];
  for (const one of kinds) {
    const incident = openIncident(panel, one, group);
    if (incident) {
      line.alarmId = incident.alarmId || null;
      for (const known of incident.hits) if (signal.zone === null || known.zone === signal.zone) known.restored = true;
      if (incident.hits.some(({ restored }) => !restored)) continue;
    }
    cleared.push({ kind: one, subject: subjectOf(one, group, signal), at: signal.at });
  }
}
