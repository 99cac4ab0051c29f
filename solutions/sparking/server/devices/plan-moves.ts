import type { TargetPlace } from '#core/devices/server/api.ts';
import type { PlacingItem, PlacingResult } from '../../common/placing.ts';

export type Device = {
  id: number;
  name: string;
  hardwareId: number;
  state: string;
  structureId: number | null;
  floorId: number | null;
  spaceId: number | null;
};
export type BayPlace = { id: number; companyId: number; locationId: number; floorId: number | null; number: string };
export type Refused = Omit<PlacingResult, 'id' | 'ok'>;
/** `by`: the device whose item asks for it, which may exchange its place with this one. */
export type Move = { id: number; by: number; name: string | undefined; to: TargetPlace | null };

type Known = {
  devices: ReadonlyMap<number, Device>;
  bays: ReadonlyMap<number, BayPlace>;
  mayInstallAt: (structureId: number | null) => boolean;
};

/**
 * Where devices go, as far as bays decide it: one that another device stays in is taken, unless that one leaves in the same
 * call or the two exchange their places. Devices that are unknown are left to the call of the core, which refuses them.
 */
export function planMoves(
  items: readonly PlacingItem[],
  known: Known,
): { moves: Move[]; refused: Map<number, Refused> } {
  const refused = new Map<number, Refused>();
  const wanted = items.flatMap((item): Move[] => {
    const to = targetOf(item, known);
    if (to === 'place-not-found') refused.set(item.id, { code: to });
    return to === 'place-not-found' ? [] : [{ id: item.id, by: item.id, name: item.name, to }];
  });
  const listed = new Set(items.map(({ id }) => id));
  for (const { id, swap } of items) {
    const move = wanted.find((one) => one.id === id);
    const other = swap && move ? occupantOf(move, known) : undefined;
    if (!move || !other || listed.has(other.id)) continue;
    const place = known.devices.get(id);
    if (place?.structureId == null || place.spaceId === null) refused.set(id, { code: 'not-in-bay' });
    else if (!known.mayInstallAt(place.structureId)) refused.set(id, { code: 'no-permission' });
    else {
      const { structureId, floorId, spaceId } = place;
      wanted.push({ id: other.id, by: id, name: undefined, to: { structureId, floorId, spaceId } });
    }
  }
  return { moves: withoutTaken(wanted, known, refused), refused };
}

function targetOf(item: PlacingItem, { devices, bays }: Known): TargetPlace | null | 'place-not-found' {
  const { space, channel, structureId, floorId, spaceId } = item;
  if (structureId !== undefined) return { structureId, floorId, spaceId };
  if (space === undefined) return null;
  const device = devices.get(item.id);
  if (space === null)
    return channel === undefined && device?.structureId && device.spaceId !== null
      ? { structureId: device.structureId, floorId: device.floorId }
      : null;
  const bay = bays.get(space);
  if (!bay) return 'place-not-found';
  if (channel === undefined) return { structureId: bay.locationId, floorId: bay.floorId, spaceId: bay.id };
  return device?.structureId === bay.locationId ? null : { structureId: bay.locationId };
}

/** Another device in the bay to which this one goes. */
function occupantOf({ id, to }: Move, { devices, bays }: Known): Device | undefined {
  const space = to?.spaceId;
  if (space == null || !bays.has(space)) return undefined;
  return [...devices.values()].find((one) => one.spaceId === space && one.id !== id);
}

/** Without those that go to taken bays, and then without those that wait for their places. */
function withoutTaken(wanted: readonly Move[], known: Known, refused: Map<number, Refused>): Move[] {
  let moves = wanted.filter(({ by }) => !refused.has(by));
  for (;;) {
    const left = new Map(moves.map((move) => [move.id, move.to]));
    const entered = new Map<number, number>();
    const taken = moves.filter((move) => {
      const space = move.to?.spaceId;
      if (space == null || !known.bays.has(space)) return false;
      const first = entered.get(space);
      if (first === undefined) entered.set(space, move.id);
      const stays = occupantOf(move, known);
      const other = stays && staysThere(stays, left.get(stays.id)) ? stays : first && known.devices.get(first);
      if (!other) return false;
      const { id, name } = other;
      refused.set(move.by, { code: 'slot-taken', device: { id, name }, number: known.bays.get(space)?.number });
      return true;
    });
    if (taken.length === 0) return moves;
    moves = moves.filter(({ by }) => !refused.has(by));
  }
}

const staysThere = ({ spaceId }: Device, to: TargetPlace | null | undefined): boolean =>
  to == null || to.spaceId === spaceId;
