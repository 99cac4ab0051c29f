import { useMemo } from 'react';
import type { Engine, Leg, Place } from '#core/roads/common/roads.ts';
import { straightWay } from '#core/roads/common/straight.ts';
import type { ShownRoute } from '../../common/routes/route.ts';
import type { DraftStop } from './draft.ts';

export type ShownWay = Leg & {
  engine: Engine;
  geometry: readonly Place[];
  /** One less than the stops. */
  legs: readonly Leg[];
  /** The way by road that is stored is that of other stops. */
  isStale: boolean;
};

const sameStops = (stops: readonly DraftStop[], { stops: stored }: ShownRoute) =>
  stops.length === stored.length &&
  stops.every(({ location: { lat, lng } }, n) => stored[n]?.location.lat === lat && stored[n]?.location.lng === lng);

/** The way through stops: the stored one as long as they are the same, else straight lines until it is saved. */
export function useWay(stops: readonly DraftStop[], before: ShownRoute | undefined): ShownWay {
  return useMemo(() => {
    if (before && sameStops(stops, before)) {
      const { engine, metres, seconds } = before;
      const geometry = before.geometry.map(([lat, lng]) => ({ lat, lng }));
      return { engine, metres, seconds, geometry, legs: before.stops.slice(1), isStale: false };
    }
    return { ...straightWay(stops.map(({ location }) => location)), isStale: before?.engine === 'osrm' };
  }, [stops, before]);
}
