import { metresBetween } from '#core/places/common/geofence.ts';
import type { Fix } from '#core/telemetry/common/position.ts';
import { type DemoTour, headingOf, onTour } from './demo-tour.ts';

type Location = { lat: number; lng: number };
/**
 * A route that a demo device travels to and fro, resting at both ends. Speed in km/h. `tunnel`: on the way out it
 * passes one for this long, between two shares of the route, without reception.
 */
type DemoShuttle = {
  path: readonly Location[];
  speed: number;
  standMinutes: number;
  tunnel?: { from: number; to: number; minutes: number };
};

/** Where a demo device travels. */
export type DemoRoute = DemoShuttle | DemoTour;

/** The error of a receiver in metres. */
const jitter = 4;
/** During each rest the receiver is this far off once, for one position. */
const glitchMetres = 200;
const glitchAfterMs = 13 * 60_000;
const metresOfDegree = 111_195;

type Leg = { from: Location; to: Location; start: number; metres: number };

function legsOf(path: readonly Location[]): { legs: Leg[]; metres: number } {
  let metres = 0;
  const legs = path.slice(1).map((to, i) => {
    const leg = { from: path[i] as Location, to, start: metres, metres: metresBetween(path[i] as Location, to) };
    metres += leg.metres;
    return leg;
  });
  return { legs, metres };
}

type Phase = { driven: number; back: boolean; stoodMs: number | null };

/** How far a device has travelled at a time, as a share of the route; undefined in the tunnel. */
function phaseAt({ tunnel, standMinutes }: DemoShuttle, driveMs: number, time: number): Phase | undefined {
  const standMs = standMinutes * 60_000;
  const tunnelMs = tunnel ? tunnel.minutes * 60_000 - (tunnel.to - tunnel.from) * driveMs : 0;
  const outMs = driveMs + tunnelMs;
  const since = time % (outMs + driveMs + 2 * standMs);
  const back = since >= outMs + standMs;
  const gone = back ? since - outMs - standMs : since;
  const wayMs = back ? driveMs : outMs;
  if (gone >= wayMs) return { driven: 1, back, stoodMs: gone - wayMs };
  if (back || !tunnel || gone < tunnel.from * driveMs) return { driven: gone / driveMs, back, stoodMs: null };
  const driven = (gone - tunnelMs) / driveMs;
  return driven < tunnel.to ? undefined : { driven, back, stoodMs: null };
}

/**
 * Where a device of a route is at a time in milliseconds; undefined in its tunnel. `offset` in milliseconds separates
 * two devices. `stepMs`: the time since the position before.
 */
export function fixOnRoute(route: DemoRoute, time: number, offset: number, stepMs: number): Fix | undefined {
  if ('stays' in route) return fixOnTour(route, time);
  const { legs, metres } = legsOf(route.path);
  const phase = phaseAt(route, (metres / route.speed) * 3600, time + offset);
  if (!phase) return undefined;
  const { driven, back, stoodMs } = phase;
  const at = metres * (back ? 1 - driven : driven);
  const leg = legs.findLast(({ start }) => start <= at) ?? (legs[0] as Leg);
  const share = Math.min(1, (at - leg.start) / (leg.metres || 1));
  const off = () => ((Math.random() - 0.5) * 2 * jitter) / metresOfDegree;
  const moving = stoodMs === null;
  const glitch = !moving && stoodMs >= glitchAfterMs && stoodMs < glitchAfterMs + stepMs;
  const heading = headingOf(leg.from, leg.to);
  return {
    time,
    lat: round(
      leg.from.lat + (leg.to.lat - leg.from.lat) * share + off() + (glitch ? glitchMetres / metresOfDegree : 0),
    ),
    lng: round(leg.from.lng + (leg.to.lng - leg.from.lng) * share + off()),
    accuracy: jitter + 2,
    speed: moving ? Math.round(route.speed * (0.85 + Math.random() * 0.3)) : 0,
    heading: moving ? Math.round(back ? (heading + 180) % 360 : heading) : null,
    altitude: 8,
    satellites: 9,
    source: 'gnss',
    motion: moving,
  };
}

const round = (degrees: number) => Number(degrees.toFixed(6));

/** The receiver of a tracker in a vehicle. */
function fixOnTour(tour: DemoTour, time: number): Fix {
  const { lat, lng, heading } = onTour(tour, time);
  const moving = heading !== null;
  const off = () => ((Math.random() - 0.5) * 2 * jitter) / metresOfDegree;
  return {
    time,
    lat: round(lat + off()),
    lng: round(lng + off()),
    accuracy: jitter + 2,
    speed: moving ? Math.round(tour.speed * (0.85 + Math.random() * 0.3)) : 0,
    heading: moving ? Math.round(heading) : null,
    altitude: 8,
    satellites: 9,
    source: 'gnss',
    motion: moving,
  };
}
