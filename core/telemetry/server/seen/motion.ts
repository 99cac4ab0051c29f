import { type CachedDevice, sensorRegistry } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Fix } from '../../common/position.ts';
import type { MeasuredPoints } from '../measured-points.ts';

/** The motion of a device and when it was measured, in milliseconds since 1970. */
export type Motion = { moving: boolean; at: number };

/** km/h. Receivers report slower speeds while they stand. */
const movingFrom = 5;

const movingOf = ({ motion, speed }: Fix): boolean | null => motion ?? (speed === null ? null : speed >= movingFrom);

/**
 * The newest motion that messages report of devices whose interval depends on it: by the sensor `motion`, else by the
 * speed of positions. Devices of which none is newer than what is known are left out.
 */
export function newestMotions(
  { apps }: Pick<Kit, 'apps'>,
  messages: readonly MeasuredPoints[],
  device: (id: number) => CachedDevice | undefined,
): ReadonlyMap<number, Motion> {
  const { byId } = sensorRegistry(apps);
  const newest = new Map<number, Motion>();
  for (const { d, r, t, s, v, p = [] } of messages) {
    const known = device(d);
    if (!known || known.reporting.movingSeconds === known.reporting.parkedSeconds) continue;
    const take = (moving: boolean | null, time: number) => {
      const at = Math.min(time, r);
      if (moving !== null && at >= (newest.get(d)?.at ?? known.movingAt)) newest.set(d, { moving, at });
    };
    for (const fix of p) take(movingOf(fix), fix.time);
    for (const [i, sensor] of s.entries()) if (byId.get(sensor)?.key === 'motion') take(v[i] === 1, t[i] as number);
  }
  return newest;
}
