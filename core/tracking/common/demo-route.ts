import { metresBetween } from '#core/places/common/geofence.ts';
import type { Fix } from '#core/telemetry/common/position.ts';

type Location = { lat: number; lng: number };
/** A way that a demo device goes to and fro, standing at both ends. Speed in km/h. */
export type DemoRoute = { path: readonly Location[]; speed: number; standMinutes: number };

/** Metres that a receiver is off. */
const jitter = 4;
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

/** Where a device of a route is at a time in milliseconds. `offset` in milliseconds keeps two devices apart. */
export function fixOnRoute({ path, speed, standMinutes }: DemoRoute, time: number, offset: number): Fix {
  const { legs, metres } = legsOf(path);
  const driveMs = (metres / speed) * 3600;
  const standMs = standMinutes * 60_000;
  const phase = (time + offset) % (2 * (driveMs + standMs));
  const back = phase >= driveMs + standMs;
  const driven = Math.min(back ? phase - driveMs - standMs : phase, driveMs) / driveMs;
  const moving = driven < 1;
  const at = metres * (back ? 1 - driven : driven);
  const leg = legs.findLast(({ start }) => start <= at) ?? (legs[0] as Leg);
  const share = Math.min(1, (at - leg.start) / (leg.metres || 1));
  const off = () => ((Math.random() - 0.5) * 2 * jitter) / metresOfDegree;
  const heading = headingOf(leg);
  return {
    time,
    lat: round(leg.from.lat + (leg.to.lat - leg.from.lat) * share + off()),
    lng: round(leg.from.lng + (leg.to.lng - leg.from.lng) * share + off()),
    accuracy: jitter + 2,
    speed: moving ? Math.round(speed * (0.85 + Math.random() * 0.3)) : 0,
    heading: moving ? Math.round(back ? (heading + 180) % 360 : heading) : null,
    altitude: 8,
    satellites: 9,
    source: 'gnss',
    motion: moving,
  };
}

const round = (degrees: number) => Number(degrees.toFixed(6));

/** Degrees from north; legs are short enough for a plane. */
function headingOf({ from, to }: Leg): number {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180);
  return ((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI + 360) % 360;
}
