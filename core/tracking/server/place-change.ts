import { metresBetween } from '#core/places/common/geofence.ts';
import { isCoarse } from '../common/fix-quality.ts';
import type { FenceIndex } from './fences/fence-index.ts';
import type { Track, TrackStep } from './track.ts';

/**
 * `fences`: the geofences whose state has changed, with their speed limits; null for outside. `crossed`: those that were
 * crossed. `placedAt`: the time of the latest position, with its speed in km/h and the metres from where the device was last stationary.
 */
export type PlaceChange = {
  placedAt: number;
  speed: number | null;
  away: number | null;
  crossed: readonly { id: number; name: string }[];
  fences: ReadonlyMap<number, PassedFence | null>;
};
type PassedFence = { id: number; name: string; inside: boolean; event: boolean; limit: number | null };

/** Metres from where the device was last stationary; null while unknown. */
export const awayOf = ({ place, standing }: Pick<Track, 'place' | 'standing'>): number | null =>
  standing && place && !isCoarse(place) ? metresBetween(standing.at, place) : null;

/** The change of the position of a device by a step, as rules need it; null if it has not moved. */
export function placeChangeOf(track: Track, step: TrackStep, index: FenceIndex): PlaceChange | null {
  if (!step.moved || !track.place) return null;
  const named = (id: number) => ({ id, name: index.get(id)?.name ?? '' });
  const states = [...step.fences].map((id) => {
    const state = track.fences.get(id);
    const limit = index.get(id)?.limit ?? null;
    return [id, state && (state.inside || state.event) ? { ...state, ...named(id), limit } : null] as const;
  });
  return {
    placedAt: track.place.time,
    speed: track.place.speed,
    away: awayOf(track),
    crossed: [...step.crossed].map(named),
    fences: new Map(states),
  };
}
