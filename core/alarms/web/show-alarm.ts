import type { QueryClient } from '@tanstack/react-query';
import { type RecordQueries, refetchInBackground, updateRecordQueries } from '#platform/web/client/record-queries.ts';
import type { Alarm, AlarmDetail } from '../common/alarm.ts';
import { maxCount } from '../common/bell.ts';
import type { AlarmCalls } from './alarm-calls.ts';
import { api } from './api.ts';

/** The query keys of an alarm's details and of the lists that contain it. */
export const alarmQueryKeys = ({ get, live, history }: AlarmCalls, id: number): RecordQueries => ({
  detail: get.key({ params: { id } }),
  lists: [live, history, api.bell.list].map((call) => call.key().slice(0, 3)),
});

/** The row of an alarm in the lists that were read. */
export const alarmRowOf = (client: QueryClient, calls: AlarmCalls, id: number): Alarm | undefined =>
  alarmQueryKeys(calls, id)
    .lists?.flatMap((queryKey) => client.getQueriesData<{ data?: Alarm[] }>({ queryKey }))
    .flatMap(([, page]) => page?.data ?? [])
    .find((row) => row.id === id);

/** Updates the count of the bell after an action. An acknowledgement needs no request. */
function updateBellCount(client: QueryClient, action: string): void {
  const queryKey = api.bell.count.key();
  if (action !== 'acknowledge') refetchInBackground(client, [queryKey]);
  else
    client.setQueryData<{ count: number }>(queryKey, (current) =>
      // At the limit the real count is unknown.
      current && current.count < maxCount ? { count: Math.max(0, current.count - 1) } : current,
    );
}

/** Shows the result of an action at once and refetches the lists in the background. */
export async function showAlarm(
  client: QueryClient,
  calls: AlarmCalls,
  action: string,
  after: AlarmDetail,
): Promise<void> {
  const queryKeys = alarmQueryKeys(calls, after.id);
  await updateRecordQueries(client, after, queryKeys);
  updateBellCount(client, action);
  refetchInBackground(client, [calls.get.keyPrefix], queryKeys.detail);
}

/** Shows the result of an acknowledgement in the bell. Its list is refetched; a list on the page shows the updated row. */
export async function showAlarmInBell(client: QueryClient, calls: AlarmCalls, after: AlarmDetail): Promise<void> {
  const queryKeys = alarmQueryKeys(calls, after.id);
  await updateRecordQueries(client, after, queryKeys);
  updateBellCount(client, 'acknowledge');
  refetchInBackground(client, [api.bell.list.key().slice(0, 3)]);
  void client.invalidateQueries({
    queryKey: calls.live.key().slice(0, 3),
    refetchType: 'none',
  });
}
