import type { Fault } from '../../common/ingest.ts';
import { type Fix, positionSources } from '../../common/position.ts';

type AddFault = (param: string, msg: Fault['msg']) => void;

/** The ranges of the numbers of a position, in the units of `Fix`. */
const ranges = {
  lat: [-90, 90],
  lng: [-180, 180],
  accuracy: [0, 100_000],
  speed: [0, 2000],
  heading: [0, 360],
  altitude: [-1000, 20_000],
  satellites: [0, 200],
} as const;
type Key = keyof typeof ranges;
const keys = Object.keys(ranges) as Key[];

/**
 * Reads the `position` of an entry. Null means "no fix" and yields none. A position with an impossible place is refused
 * as a whole; `motion` is what the device reported in the same entry.
 */
export function readPosition(position: unknown, time: number, motion: unknown, addFault: AddFault): Fix | null {
  if (position === null) return null;
  if (typeof position !== 'object' || Array.isArray(position)) {
    addFault('position', 'not-an-object');
    return null;
  }
  const given = position as Record<string, unknown>;
  const numbers: Partial<Record<Key, number>> = {};
  let readable = true;
  const addPositionFault = (key: string, msg: Fault['msg']) => {
    addFault(`position.${key}`, msg);
    readable = false;
  };
  for (const key of keys) {
    const value = given[key];
    if (value === undefined || value === null) continue;
    const [lowest, highest] = ranges[key];
    if (typeof value !== 'number' || !Number.isFinite(value)) addPositionFault(key, 'not-a-number');
    else if (value < lowest || value > highest) addPositionFault(key, 'out-of-range');
    else numbers[key] = value;
  }
  const { lat, lng } = numbers;
  if (readable && (lat === undefined || lng === undefined))
    addPositionFault(lat === undefined ? 'lat' : 'lng', 'not-a-number');
  // Receivers without a fix report the point where the equator meets the prime meridian.
  if (lat === 0 && lng === 0) addPositionFault('lat', 'no-fix');
  const source = given.source ?? 'gnss';
  const known = positionSources.find((one) => one === source);
  if (!known) addPositionFault('source', 'not-a-text');
  if (!readable || lat === undefined || lng === undefined || !known) return null;
  return {
    time,
    lat,
    lng,
    accuracy: numbers.accuracy ?? null,
    speed: numbers.speed ?? null,
    heading: numbers.heading === undefined ? null : numbers.heading % 360,
    altitude: numbers.altitude ?? null,
    satellites: numbers.satellites === undefined ? null : Math.round(numbers.satellites),
    source: known,
    motion: typeof motion === 'boolean' ? motion : null,
  };
}
