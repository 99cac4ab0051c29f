import { metresBetween } from '#core/places/common/geofence.ts';
import { dayMs, instantOf, minuteMs, wallDay } from '#platform/common/time/wall-clock.ts';

type Location = { lat: number; lng: number };

/**
 * What a vehicle of the demo does on each working day: it leaves its depot, which is the first point of the path, stops for a
 * while at some of the points, and is back at the last. Otherwise it is parked at the depot.
 */
export type DemoTour = {
  path: readonly Location[];
  /** km/h */
  speed: number;
  /** At the points of the path with these numbers; `engine`: minutes for which the engine goes on running there. */
  stays: readonly { at: number; minutes: number; engine?: number }[];
  /** Minutes after midnight. */
  starts: number;
  /** Days of the week without work, 0 is Sunday. */
  off: readonly number[];
  /** IANA name. */
  zone: string;
};

export type OnTour = Location & {
  /** Degrees from north; null while it stands. */
  heading: number | null;
  engine: boolean;
  /** Since its first tour. */
  metres: number;
  /** For how long the engine ran since the first tour: on the way, and during stays. */
  engineMs: { driving: number; idling: number };
};

type Part = { from: number; until: number; a: Location; b: Location; metres: number; engine: number };
type Timeline = { parts: readonly Part[]; metres: number; lasts: number };

/** For how long the engine ran in the first `since` milliseconds of a tour. */
function engineOf(parts: readonly Part[], since = Number.POSITIVE_INFINITY): { driving: number; idling: number } {
  const ran = { driving: 0, idling: 0 };
  for (const { from, metres, engine } of parts)
    ran[metres > 0 ? 'driving' : 'idling'] += Math.min(engine, Math.max(0, since - from));
  return ran;
}

const timelines = new WeakMap<DemoTour, Timeline>();
/** A day before all tours, a Sunday. */
const firstDay = Date.UTC(2026, 0, 4);

/** The parts of a tour in milliseconds since its start. */
function timelineOf(tour: DemoTour): Timeline {
  const known = timelines.get(tour);
  if (known) return known;
  const parts: Part[] = [];
  let [at, metres] = [0, 0];
  for (const [n, b] of tour.path.entries()) {
    const a = tour.path[n - 1];
    if (a) {
      const length = metresBetween(a, b);
      const lasts = (length / tour.speed) * 3600;
      parts.push({ from: at, until: at + lasts, a, b, metres: length, engine: lasts });
      at += lasts;
      metres += length;
    }
    const stay = tour.stays.find((one) => one.at === n);
    if (!stay) continue;
    const lasts = stay.minutes * minuteMs;
    parts.push({ from: at, until: at + lasts, a: b, b, metres: 0, engine: (stay.engine ?? 0) * minuteMs });
    at += lasts;
  }
  const made = { parts, metres, lasts: at };
  timelines.set(tour, made);
  return made;
}

const works = ({ off }: DemoTour, day: number): boolean => !off.includes(new Date(day).getUTCDay());

/** The number of tours before a day. */
function toursBefore(tour: DemoTour, day: number): number {
  const days = Math.round((day - firstDay) / dayMs);
  const [weeks, rest] = [Math.floor(days / 7), ((days % 7) + 7) % 7];
  const begun = Array.from({ length: rest }, (_, n) => firstDay + n * dayMs).filter((one) => works(tour, one)).length;
  return weeks * (7 - tour.off.length) + begun;
}

/** Where a vehicle on a tour is at an instant in milliseconds since 1970. Always the same, so that history and live agree. */
export function onTour(tour: DemoTour, time: number): OnTour {
  const { parts, metres, lasts } = timelineOf(tour);
  const today = Date.parse(`${wallDay(time, tour.zone)}T00:00Z`);
  const depot = tour.path[0] as Location;
  // A tour that began yesterday may go on.
  for (const day of [today, today - dayMs]) {
    const since = time - instantOf(day + tour.starts * minuteMs, tour.zone);
    if (!works(tour, day) || since < 0 || since >= lasts) continue;
    const part = parts.find(({ until }) => since < until) as Part;
    const before = parts.slice(0, parts.indexOf(part)).reduce((sum, one) => sum + one.metres, 0);
    const earlier = toursBefore(tour, day);
    const whole = engineOf(parts);
    const ran = engineOf(parts, since);
    const share = (since - part.from) / (part.until - part.from || 1);
    const moving = part.metres > 0;
    return {
      lat: part.a.lat + (part.b.lat - part.a.lat) * share,
      lng: part.a.lng + (part.b.lng - part.a.lng) * share,
      heading: moving ? headingOf(part.a, part.b) : null,
      engine: since - part.from < part.engine,
      metres: earlier * metres + before + part.metres * share,
      engineMs: { driving: earlier * whole.driving + ran.driving, idling: earlier * whole.idling + ran.idling },
    };
  }
  const over = works(tour, today) && time >= instantOf(today + tour.starts * minuteMs, tour.zone);
  const ended = toursBefore(tour, today) + (over ? 1 : 0);
  const { driving, idling } = engineOf(parts);
  return {
    ...{ ...depot, heading: null, engine: false, metres: ended * metres },
    engineMs: { driving: ended * driving, idling: ended * idling },
  };
}

/** Degrees from north; legs are short enough for a plane. */
export function headingOf(from: Location, to: Location): number {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180);
  return ((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI + 360) % 360;
}
