import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { deviceRoutes } from '#core/devices/common/device.ts';
import type { Period } from '#platform/common/time/time.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import { useAddressState } from '#platform/web/ui/address/use-address-state.ts';
import type { ReadingReply } from '../common/reading.ts';
import type { DeviceSeries } from './chart-lines.ts';
import type { ReadingCalls } from './use-readings.ts';

/** The calls for the devices that can be compared. */
export type ComparedCalls = Pick<Client<{ device: ReturnType<typeof deviceRoutes> }>['device'], 'list' | 'get'>;
export const maxCompared = 5;

type Options = { deviceId: number; sensors: readonly string[]; period: Period };

/** Other devices in the charts of a device. Their ids are in the address as `with`. */
export function useComparedDevices(calls: ReadingCalls, of: ComparedCalls | undefined, options: Options) {
  const { deviceId, sensors, period } = options;
  const [params] = useSearchParams();
  const requested = of ? (params.get('with') ?? '') : '';
  const inAddress = useMemo(() => idsOf(requested, deviceId), [requested, deviceId]);
  const [ids, set] = useAddressState<readonly number[]>(inAddress, { isSame, write });
  const names = useQueries({
    queries: (of ? ids : []).map((id) => ({
      queryKey: of?.get.key({ params: { id } }) ?? [],
      queryFn: () => of?.get.send({ params: { id } }) ?? null,
    })),
    combine: namesOf,
  });
  const replies = useQueries({
    queries: ids.map((id) => {
      const args = { params: { id }, query: { sensors: sensors.join(','), ...period, buckets: 300 } };
      return {
        queryKey: calls.read.key(args),
        queryFn: ({ signal }: { signal: AbortSignal }) => calls.read.send({ ...args, signal }),
        enabled: sensors.length > 0,
        placeholderData: keepPreviousData,
      };
    }),
    combine: seriesOf,
  });
  const devices = useMemo(
    (): DeviceSeries[] =>
      ids.flatMap((id, i) => {
        const series = replies[i];
        return series ? [{ name: names[i] ?? `#${id}`, series }] : [];
      }),
    [ids, replies, names],
  );
  const choose = (next: readonly number[]) => set(next.slice(0, maxCompared), { replace: true });
  return { ids, names, devices, choose };
}

const namesOf = (results: readonly { data?: { name: string } | null | undefined }[]) =>
  results.map(({ data }) => data?.name);
const seriesOf = (results: readonly { data?: ReadingReply | undefined }[]) => results.map(({ data }) => data?.series);

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.join() === b.join();

function write(ids: readonly number[], before: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(before);
  if (ids.length > 0) next.set('with', ids.join());
  else next.delete('with');
  return next;
}

const idsOf = (text: string, own: number): number[] =>
  [...new Set(text.split(',').map(Number))]
    .filter((id) => Number.isSafeInteger(id) && id > 0 && id !== own)
    .slice(0, maxCompared);
