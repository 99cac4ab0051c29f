import type { Fix } from '#core/telemetry/common/position.ts';
import { type FenceEvent, type FenceState, stepFence } from '../common/fence-machine.ts';
import { coarse, impliedSpeed, isCoarse, late, outlier } from '../common/fix-quality.ts';
import { type Standing, stepStanding } from '../common/standing.ts';
import { crossesFence } from './fences/fence-crossing.ts';
import type { FenceIndex } from './fences/fence-index.ts';
import { fencesAt, outside } from './fences/fence-steps.ts';

/** A position as it is stored. */
export type StoredFix = { fix: Fix; flags: number };
export type FenceChange = { fenceId: number; kind: FenceEvent; time: number; lat: number; lng: number };

/** The changes by the positions of a message. */
export type TrackStep = {
  positions: StoredFix[];
  /** Times of positions that are wrongly stored as outliers. */
  cleared: number[];
  /** The newest position or the suspect has changed. */
  moved: boolean;
  /** Ids of geofences whose state has changed. */
  fences: Set<number>;
  changes: FenceChange[];
  /** Ids of geofences that the device has crossed between two positions. */
  crossed: Set<number>;
};

/** The state of the position of a device. */
export type Track = {
  /** The newest position; it only moves forward in time. */
  place: Fix | null;
  /** A fix that is far from the newest position. The next one shows which of them is wrong. */
  suspect: Fix | null;
  fences: Map<number, FenceState>;
  standing: Standing | null;
};

export const newTrack = (): Track => ({ place: null, suspect: null, fences: new Map(), standing: null });

/** `stop`: what counts as a stop. */
export type TrackModel = { maxSpeed: number; intervalSeconds: number; stop: { metres: number; seconds: number } };

/** A coarse fix replaces a precise one only after this long. */
const preciseForMs = 15 * 60_000;

/** Moves a device along the positions of a message, in the order of their times. */
export function moveAlong(track: Track, fixes: readonly Fix[], model: TrackModel, index: FenceIndex): TrackStep {
  const step: TrackStep = {
    positions: [],
    cleared: [],
    moved: false,
    fences: new Set(),
    changes: [],
    crossed: new Set(),
  };
  for (const fix of [...fixes].sort((a, b) => a.time - b.time)) {
    const newest = Math.max(track.place?.time ?? Number.NEGATIVE_INFINITY, track.suspect?.time ?? 0);
    if (fix.time <= newest) {
      step.positions.push({ fix, flags: late | (isCoarse(fix) ? coarse : 0) });
      continue;
    }
    if (isCoarse(fix)) {
      step.positions.push({ fix, flags: coarse });
      if (!track.place || isCoarse(track.place) || fix.time - track.place.time > preciseForMs) {
        track.place = fix;
        step.moved = true;
      }
    } else if (isPlausible(track, fix, model)) accept(track, fix, model, index, step);
    else {
      const before = track.suspect;
      step.moved = true;
      if (before && impliedSpeed(before, fix) <= model.maxSpeed) {
        // Two fixes agree: the device is there, and the previous position was wrong or is outdated.
        step.cleared.push(before.time);
        // Two wrong positions in a row agree as well, so only the next position changes the state of geofences.
        moveTo(track, before, model, step);
        moveTo(track, fix, model, step);
        step.positions.push({ fix, flags: 0 });
      } else {
        track.suspect = fix;
        step.positions.push({ fix, flags: outlier });
      }
    }
  }
  // A suspect of this message that was accepted is not stored as an outlier in the first place.
  for (const stored of step.positions)
    if (stored.flags === outlier && step.cleared.includes(stored.fix.time)) stored.flags = 0;
  return step;
}

const isPlausible = ({ place }: Track, fix: Fix, { maxSpeed }: TrackModel): boolean =>
  place === null || isCoarse(place) || impliedSpeed(place, fix) <= maxSpeed;

function moveTo(track: Track, fix: Fix, model: TrackModel, step: TrackStep): void {
  track.place = fix;
  track.suspect = null;
  track.standing = stepStanding(track.standing, fix, model.stop);
  step.moved = true;
}

function accept(track: Track, fix: Fix, model: TrackModel, index: FenceIndex, step: TrackStep): void {
  const before = track.place === null || isCoarse(track.place) ? null : track.place;
  moveTo(track, fix, model, step);
  if (before)
    for (const { id, geometry } of index.along(before, fix))
      if (!track.fences.get(id)?.inside && crossesFence(before, fix, geometry)) step.crossed.add(id);
  step.positions.push({ fix, flags: 0 });
  for (const [id, { geometry }] of fencesAt(index, track.fences, fix)) {
    const known = track.fences.get(id) ?? (before ? outside : undefined);
    const { state, event } = stepFence(known, {
      fix,
      distance: geometry.distance(fix),
      radius: geometry.radius,
      intervalSeconds: model.intervalSeconds,
    });
    if (state !== known) setFence(track, id, state, step);
    if (event) step.changes.push({ fenceId: id, kind: event, time: state.since, lat: fix.lat, lng: fix.lng });
  }
}

function setFence(track: Track, id: number, state: FenceState, step: TrackStep): void {
  const known = track.fences.has(id);
  if (isOutside(state)) track.fences.delete(id);
  else track.fences.set(id, state);
  if (known || !isOutside(state)) step.fences.add(id);
}

/** The state of a fence without a line. */
const isOutside = ({ inside, event, candidateAt }: FenceState) => !inside && !event && candidateAt === null;
