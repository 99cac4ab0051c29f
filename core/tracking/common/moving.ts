import { z } from 'zod';
import type { Connection } from '#core/devices/common/connection.ts';

/** What something that moves is doing, the most urgent to see first. `idle`: its engine runs while it stands. */
export const movingStates = ['moving', 'idle', 'stopped', 'offline'] as const;
export type MovingState = (typeof movingStates)[number];

/** In km/h; slower than this, it stands. */
export const movingFrom = 5;

/** After this long without a place, nobody knows whether it still moves. */
export const movementKnownMs = 15 * 60_000;

type Facts = {
  connection: Connection;
  /** The time since its newest place. */
  silentMs: number;
  /** km/h at the newest place; null if it was not reported. */
  speed: number | null;
  /** Whether it was moving when it was last heard of; null if it does not report that. */
  motion?: boolean | null;
  /** Null if it does not report it. */
  ignition?: boolean | null;
};

/** The state of a device that was last heard of with these facts. */
export function movingState({ connection, silentMs, speed, motion = null, ignition = null }: Facts): MovingState {
  if (connection === 'offline') return 'offline';
  if (speed !== null ? speed >= movingFrom : motion === true) return silentMs <= movementKnownMs ? 'moving' : 'offline';
  return ignition === true ? 'idle' : 'stopped';
}

const severities = ['good', 'ok', 'poor', 'problem'] as const;

/** Something that moves, with its newest place. */
export type MovingThing = {
  id: number;
  name: string;
  lat: number;
  lng: number;
  /** km/h */
  speed: number | null;
  /** Degrees from north. */
  heading: number | null;
  /** When it was there, in milliseconds since 1970. */
  at: number;
  state: MovingState;
  /** The worst severity of its open alarms that the caller may read. */
  worst: (typeof severities)[number] | null;
};

/** Ten thousand of them in a reply: a list of each property, all in the same order, which phones read faster than objects. */
export const movingColumns = z.object({
  id: z.array(z.number()),
  name: z.array(z.string()),
  lat: z.array(z.number()),
  lng: z.array(z.number()),
  speed: z.array(z.number().nullable()),
  heading: z.array(z.number().nullable()),
  at: z.array(z.number()),
  state: z.array(z.enum(movingStates)),
  worst: z.array(z.enum(severities).nullable()),
});
export type MovingColumns = z.infer<typeof movingColumns>;

export const columnsOfMoving = (things: readonly MovingThing[]): MovingColumns => ({
  id: things.map(({ id }) => id),
  name: things.map(({ name }) => name),
  lat: things.map(({ lat }) => lat),
  lng: things.map(({ lng }) => lng),
  speed: things.map(({ speed }) => speed),
  heading: things.map(({ heading }) => heading),
  at: things.map(({ at }) => at),
  state: things.map(({ state }) => state),
  worst: things.map(({ worst }) => worst),
});

export const movingThings = (columns: MovingColumns): MovingThing[] =>
  columns.id.map((id, n) => ({
    id,
    name: columns.name[n] ?? '',
    lat: columns.lat[n] ?? 0,
    lng: columns.lng[n] ?? 0,
    speed: columns.speed[n] ?? null,
    heading: columns.heading[n] ?? null,
    at: columns.at[n] ?? 0,
    state: columns.state[n] ?? 'offline',
    worst: columns.worst[n] ?? null,
  }));

/** The things of `before`, those that moved since in their new places, and new ones at the end. */
export function withMoved<Thing extends { id: number }>(before: readonly Thing[], moved: readonly Thing[]): Thing[] {
  const places = new Map(moved.map((thing) => [thing.id, thing]));
  const known = new Set(before.map(({ id }) => id));
  return [...before.map((thing) => places.get(thing.id) ?? thing), ...moved.filter(({ id }) => !known.has(id))];
}
