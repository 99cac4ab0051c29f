import { metresBetween } from '#core/places/common/geofence.ts';
import { fold } from '#platform/common/search/search.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { severities } from '#platform/web/ui/values/severity.ts';
import type { MovingState, MovingThing } from '../../common/moving.ts';

/** What a list of moving things is filtered by: a state, or that it has alarms. */
export const movingFilters = ['all', 'problem', 'moving', 'idle', 'stopped', 'offline'] as const;
export type MovingFilter = (typeof movingFilters)[number];

const passes = ({ state, worst }: Pick<MovingThing, 'state' | 'worst'>, filter: MovingFilter): boolean =>
  filter === 'all' || (filter === 'problem' ? worst !== null : state === filter);

/** How many things each filter finds. */
export function countsOf(things: readonly MovingThing[]): Record<MovingFilter, number> {
  const states: Record<MovingState, number> = { moving: 0, idle: 0, stopped: 0, offline: 0 };
  let problem = 0;
  for (const { state, worst } of things) {
    states[state] += 1;
    if (worst !== null) problem += 1;
  }
  return { all: things.length, problem, ...states };
}

type Found = {
  search: string;
  filter: MovingFilter;
  /** Sorts by the distance from this place. */
  near: Location | null;
};
/** `metres`: the distance from the place that was asked for. */
export type FoundThing<Thing extends MovingThing = MovingThing> = { thing: Thing; metres: number | null };

const rankOf = ({ worst }: MovingThing): number => (worst ? severities.indexOf(worst) : severities.length);

/**
 * The things that match, the nearest first if a place is asked for. Otherwise those with the worst alarms come first, so
 * that a person who calls for help is found without searching.
 */
export function foundThings<Thing extends MovingThing>(
  things: readonly Thing[],
  { search, filter, near }: Found,
): FoundThing<Thing>[] {
  const wanted = fold(search);
  const found = things
    .filter((thing) => passes(thing, filter) && fold(thing.name).includes(wanted))
    .map((thing) => ({ thing, metres: near && metresBetween(near, thing) }));
  return near
    ? found.sort((a, b) => (a.metres ?? 0) - (b.metres ?? 0))
    : found.sort((a, b) => rankOf(a.thing) - rankOf(b.thing) || byName.compare(a.thing.name, b.thing.name));
}

const byName = new Intl.Collator(undefined, { numeric: true });
