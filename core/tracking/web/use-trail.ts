import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { deviceTopic } from '#core/devices/web/parts.tsx';
import type { Fix } from '#core/telemetry/common/position.ts';
import type { Period } from '#platform/common/time/time.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { patchQueries } from '#platform/web/client/live/live-queries.ts';
import type { Trail } from '../common/tracking.ts';
import type { TrackingCalls } from './trail.ts';

const segmentsEveryMs = 20_000;
const presentMs = 90_000;

/** The trail and the segments of a device over a period. New positions are added as they come. */
export function useTrail(calls: TrackingCalls, deviceId: number, period: Period) {
  const client = useQueryClient();
  const live = Date.now() - Date.parse(period.to) < presentMs;
  const args = { params: { id: deviceId }, query: period };
  const trail = useData(calls.trail, args, { placeholderData: keepPreviousData });
  const trips = useData(calls.trips, args, {
    placeholderData: keepPreviousData,
    ...(live ? { refetchInterval: segmentsEveryMs } : {}),
  });
  useLive(
    live ? [deviceTopic(deviceId)] : [],
    ({ type, data }) => {
      // The position of a person is requested each time, because views are recorded.
      if (type === 'moved') void trail.refetch();
      const fix = data as Fix & { id: number; flags: number };
      if (type !== 'position' || fix.id !== deviceId || fix.flags !== 0) return;
      patchQueries<Trail>(client, calls.trail.key(args), (reply) => withFix(reply, fix));
    },
    calls.trail.key(args),
  );
  return { trail, trips, live };
}

function withFix(trail: Trail, { time, lat, lng, speed, heading }: Fix): Trail {
  const last = trail.points.at(-1);
  if (last && last[0] >= time) return trail;
  return { ...trail, total: trail.total + 1, points: [...trail.points, [time, lat, lng, speed, heading]] };
}
