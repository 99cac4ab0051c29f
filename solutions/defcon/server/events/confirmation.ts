import { minuteMs } from '#platform/common/time/wall-clock.ts';
import type { PanelAlarmKind } from '../../common/alarms.ts';
import type { IncidentModel, PanelModel } from './panel-model.ts';
import type { Signal } from './signals.ts';

/** How long after a hit another one confirms it, in ms. Other kinds are not confirmed by a second hit. */
function windowOf({ rules }: PanelModel, kind: PanelAlarmKind): number | undefined {
  if (kind === 'intrusion') return rules.confirmMinutes * minuteMs;
  return kind === 'hold-up' ? rules.holdupConfirmHours * 60 * minuteMs : undefined;
}

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
  const within = windowOf(panel, kind);
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
