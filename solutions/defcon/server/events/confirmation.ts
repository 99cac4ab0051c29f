import type { PanelAlarmKind } from '../../common/alarms.ts';
import type { IncidentModel, PanelModel } from './panel-model.ts';
import type { Signal } from './signals.ts';

const confirmMs = 60 * 60_000;
const holdUpMs = 12 * 3_600_000;
const windows: Partial<Record<PanelAlarmKind, number>> = { intrusion: confirmMs, 'hold-up': holdUpMs };

/** Zones with the same unit see the same thing. */
const unitOf = (panel: PanelModel, zone: number): string => panel.zones.get(zone)?.confirmUnit ?? `zone ${zone}`;

/** A person who comes in passes these zones while the panel waits for the code. */
export const onEntryRoute = (panel: PanelModel, { zone, group }: Pick<Signal, 'zone' | 'group'>): boolean => {
  const reaction = zone === null ? null : panel.zones.get(zone)?.reaction;
  const groups = group === null ? [...panel.groups.values()] : [panel.groups.get(group)];
  return groups.some((one) => one?.state === 'entry') && (reaction === 'entry-exit' || reaction === 'interior');
};

/**
 * How a further hit confirms an incident: by the panel itself, or as the second of different units within the time. Null if it
 * does not.
 */
export function confirmationOf(
  panel: PanelModel,
  { kind, hits }: IncidentModel,
  signal: Signal,
): 'sequential' | 'verified' | null {
  if (signal.meaning.verified) return 'verified';
  const within = windows[kind];
  const { zone, at } = signal;
  if (within === undefined || zone === null || onEntryRoute(panel, signal)) return null;
  const unit = unitOf(panel, zone);
  const isOther = hits.some(
    (before) =>
      before.zone !== null &&
      !before.entry &&
      Math.abs(at - before.at) <= within &&
      unitOf(panel, before.zone) !== unit,
  );
  return isOther ? 'sequential' : null;
}
