import type { FenceState } from '../../common/fence-machine.ts';
import type { TrackPoint } from '../../common/track-fix.ts';
import type { TrackState } from '../../common/track-segments.ts';
import type { FenceIndex } from './fence-index.ts';
import { type Crossing, type FenceStates, stepFences } from './fence-steps.ts';

type StoredStates = readonly (readonly [number, FenceState])[];
/**
 * What the progress of a device keeps of geofences. `candidates`: states that the next positions may change. `marks`: the
 * states before the positions at which a stop may begin, by their times; one without an entry was outside of all fences.
 * `firstAt`: the time of the first position, before which nothing is known; null if the device has been followed from a stop.
 */
export type FenceProgress = {
  candidates: StoredStates;
  marks: readonly (readonly [number, StoredStates])[];
  firstAt?: number | null;
};

/** Times in milliseconds since 1970. `shownAt`: the time of the position that showed it. */
export type VisitEdge = TrackPoint & { shownAt: number };
/** `entered`: false if the device was in the fence from its first position on. `late`: its positions arrived late, so no rule was evaluated. */
export type Visit = { fence: number; entered: boolean; late: boolean; entry: VisitEdge; exit: VisitEdge | null };
export type VisitChanges = {
  visits: Visit[];
  /** The ends of visits that had begun before. */
  exits: { fence: number; exit: VisitEdge }[];
};

type WalkedFix = TrackPoint & Parameters<typeof stepFences>[1] & { isLate?: boolean | undefined };
type Options = {
  index: FenceIndex;
  intervalSeconds: number;
  states: FenceStates;
  /** What earlier positions have left. */
  kept: FenceProgress | undefined;
  /** Nothing is known of where the device was before. */
  isFirst: boolean;
};

/** Moves a device through the geofences along its accepted positions, whenever they arrived. */
export class FenceWalk {
  private readonly before = new Map<number, FenceStates>();
  private readonly open = new Map<number, Visit>();
  private readonly changes: VisitChanges = { visits: [], exits: [] };
  private readonly options: Options;
  private readonly marks: ReadonlyMap<number, StoredStates>;
  private states: FenceStates;
  private isFirst: boolean;
  private firstAt: number | null;

  constructor(options: Options) {
    this.options = options;
    this.marks = new Map(options.kept?.marks);
    this.states = options.states;
    this.isFirst = options.isFirst;
    this.firstAt = options.kept?.firstAt ?? null;
  }

  step(fix: WalkedFix): void {
    const { index, intervalSeconds } = this.options;
    this.before.set(fix.time, this.states);
    const { states, crossings } = stepFences(this.states, fix, { index, intervalSeconds, isFirst: this.isFirst });
    this.states = states;
    if (this.isFirst) this.firstAt = fix.time;
    this.isFirst = false;
    for (const crossing of crossings) this.record(crossing, fix);
  }

  private record({ fence, kind, since }: Crossing, fix: WalkedFix): void {
    const edge = { time: since, lat: fix.lat, lng: fix.lng, shownAt: fix.time };
    if (kind !== 'exit') {
      const visit = { fence, entered: kind === 'enter', late: fix.isLate === true, entry: edge, exit: null };
      this.changes.visits.push(visit);
      this.open.set(fence, visit);
      return;
    }
    const visit = this.open.get(fence);
    if (visit) visit.exit = edge;
    else this.changes.exits.push({ fence, exit: edge });
    this.open.delete(fence);
  }

  ended = (): VisitChanges => this.changes;

  /** The states before the position at a time. */
  statesAt(time: number): StoredStates {
    const states = this.before.get(time);
    return states ? [...states] : (this.marks.get(time) ?? []);
  }

  /** Whether nothing is known of the device before a time. */
  isFirstAt = (time: number): boolean => time === this.firstAt;

  progress({ stop, trip, stillSince }: TrackState): FenceProgress {
    const times = new Set([stop.from, trip?.standing.at, stillSince].flatMap((point) => point?.time ?? []));
    const marks = [...times].map((time) => [time, this.statesAt(time)] as const);
    return {
      candidates: [...this.states].filter(([, { candidateAt }]) => candidateAt !== null),
      marks: marks.filter(([, states]) => states.length > 0),
      firstAt: this.firstAt,
    };
  }
}

/** The states of a device from its open visits and what its progress keeps. */
export function statesFrom(
  open: readonly { fence: number; since: number }[],
  candidates: StoredStates = [],
): FenceStates {
  const states = new Map<number, FenceState>(
    open.map(({ fence, since }) => [fence, { inside: true, since, event: true, candidateAt: null }]),
  );
  for (const [fence, candidate] of candidates) {
    const known = states.get(fence);
    if (known) states.set(fence, { ...known, candidateAt: candidate.inside ? candidate.candidateAt : null });
    else if (!candidate.inside) states.set(fence, candidate);
  }
  return states;
}
