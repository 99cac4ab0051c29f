import type { Fix } from '#core/telemetry/common/position.ts';
import { type FenceEvent, type FenceState, stepFence } from '../../common/fence-machine.ts';
import type { Fence, FenceIndex } from './fence-index.ts';

type Location = { lat: number; lng: number };

/** The fences that a position may change the state of: those around it, those the device is in, and those it may be entering. */
export function fencesAt(
  index: FenceIndex,
  states: ReadonlyMap<number, FenceState>,
  at: Location,
): ReadonlyMap<number, Fence> {
  const fences = new Map(index.near(at).map((fence) => [fence.id, fence]));
  for (const [id, state] of states) {
    const fence = index.get(id);
    if (fence && (state.inside || state.candidateAt !== null)) fences.set(id, fence);
  }
  return fences;
}

/** The state of a fence that a device without an entry for it has, once its place has been known before. */
export const outside: FenceState = { inside: false, since: 0, event: false, candidateAt: null };

/** The fences that a device is in, or may be entering, by id. */
export type FenceStates = ReadonlyMap<number, FenceState>;
/** What a position showed. `start`: the device was in the fence from its first position on. */
export type Crossing = { fence: number; kind: FenceEvent | 'start'; since: number };

type Step = { index: FenceIndex; intervalSeconds: number; isFirst: boolean };
type SeenFix = Pick<Fix, 'time' | 'lat' | 'lng' | 'accuracy' | 'source' | 'motion'>;

/** Moves a device on to its next accepted position. `isFirst`: nothing is known of where it was before. */
export function stepFences(
  before: FenceStates,
  fix: SeenFix,
  { index, intervalSeconds, isFirst }: Step,
): { states: FenceStates; crossings: Crossing[] } {
  const crossings: Crossing[] = [];
  let states: Map<number, FenceState> | null = null;
  for (const [id, { geometry }] of fencesAt(index, before, fix)) {
    const known = before.get(id) ?? (isFirst ? undefined : outside);
    const { state, event } = stepFence(known, {
      fix,
      distance: geometry.distance(fix),
      radius: geometry.radius,
      intervalSeconds,
    });
    if (event) crossings.push({ fence: id, kind: event, since: state.since });
    else if (!known && state.inside) crossings.push({ fence: id, kind: 'start', since: state.since });
    if (state === known) continue;
    states ??= new Map(before);
    if (state.inside || state.candidateAt !== null) states.set(id, state);
    else states.delete(id);
  }
  return { states: states ?? before, crossings };
}
