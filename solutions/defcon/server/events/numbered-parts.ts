import type { GroupModel, PanelModel, ZoneModel } from './panel-model.ts';

const unnamed = { name: null, id: 0 } as const;

/** The group with the number; a panel may report one that nobody has entered. */
export function groupOf(panel: PanelModel, number: number): GroupModel {
  const known = panel.groups.get(number);
  if (known) return known;
  const made: GroupModel = { ...unnamed, number, state: 'disarmed', stateAt: 0, stateBy: null, armedAt: null };
  panel.groups.set(number, made);
  return made;
}

/** The zone with the number, in the group if it is new. */
export function zoneOf(panel: PanelModel, number: number, group: number | null): ZoneModel {
  const known = panel.zones.get(number);
  if (known) return known;
  const made: ZoneModel = {
    ...unnamed,
    number,
    groups: group === null ? [] : [group],
    reaction: 'perimeter',
    confirmUnit: null,
    ...{ open: false, tamper: false, fault: false, missing: false, bypassed: false },
    battery: null,
    changedAt: 0,
  };
  panel.zones.set(number, made);
  return made;
}

/** An armed period begins: its hits are counted from zero. */
export function beginPeriod(panel: PanelModel, group: GroupModel, at: number): void {
  group.armedAt = at;
  for (const zone of panel.zones.values())
    if (zone.groups.includes(group.number)) panel.hitsOfPeriod.delete(zone.number);
}

/** Zones are bypassed for one armed period. */
export function endPeriod(panel: PanelModel, group: GroupModel): void {
  for (const zone of panel.zones.values()) if (zone.groups.includes(group.number)) zone.bypassed = false;
}
