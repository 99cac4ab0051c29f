import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { deviceTopic, valuesIn } from '#core/devices/web/parts.tsx';
import type { Period } from '#platform/common/time/time.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { patchQueries } from '#platform/web/client/live/live-queries.ts';
import type { ReadingReply, readingRoutes } from '../common/reading.ts';
import { withValues } from './live-series.ts';

export type ReadingCalls = Client<{ reading: ReturnType<typeof readingRoutes> }>['reading'];

type Options = {
  deviceId: number;
  sensors: readonly string[];
  period: Period;
  /** The number of buckets. */
  buckets?: number;
  /** Whether the period includes the present, so that live values are added. */
  live?: boolean;
};

/** The readings of a device over a period, updated live. Previous data is kept while another period loads. */
export function useReadings(calls: ReadingCalls, { deviceId, sensors, period, buckets = 300, live = false }: Options) {
  const client = useQueryClient();
  const args = { params: { id: deviceId }, query: { sensors: sensors.join(','), ...period, buckets } };
  const query = useData(calls.read, args, { enabled: sensors.length > 0, placeholderData: keepPreviousData });
  useLive(
    live ? [deviceTopic(deviceId)] : [],
    (event) => {
      const values = valuesIn(event, deviceId);
      patchQueries<ReadingReply>(client, calls.read.key(args), (reply) =>
        withValues(reply, values, Date.parse(period.from)),
      );
    },
    calls.read.key(args),
  );
  return query;
}

const presentMs = 90_000;

/** Whether the period includes the present. Periods are updated every minute. */
export const reachesNow = (period: Period): boolean => Date.now() - Date.parse(period.to) < presentMs;
