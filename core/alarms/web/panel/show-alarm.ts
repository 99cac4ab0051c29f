import type { QueryClient } from '@tanstack/react-query';
import { type RecordQueries, refetchInBackground, updateRecordQueries } from '#platform/web/client/record-queries.ts';
import type { Alarm, AlarmDetail } from '../../common/alarm.ts';
import { maxCount } from '../../common/bell.ts';
import { api } from '../api.ts';

/** The query keys of an alarm's details and of the lists that contain it. */
export const alarmQueryKeys = (id: number): RecordQueries => ({
  detail: api.alarm.get.key({ params: { id } }),
  lists: [api.alarm.live, api.alarm.history, api.bell.list].map((call) => call.key().slice(0, 3)),
});

/** The row of an alarm in the lists that were read. */
export const alarmRowOf = (client: QueryClient, id: number): Alarm | undefined =>
  alarmQueryKeys(id)
    .lists?.flatMap((queryKey) => client.getQueriesData<{ data?: Alarm[] }>({ queryKey }))
    .flatMap(([, page]) => page?.data ?? [])
    .find((row) => row.id === id);

/** Updates the count of the bell after an action. For an acknowledgement, no request is necessary. */
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
export async function showAlarm(client: QueryClient, action: string, after: AlarmDetail): Promise<void> {
  const queryKeys = alarmQueryKeys(after.id);
  await updateRecordQueries(client, after, queryKeys);
  updateBellCount(client, action);
  refetchInBackground(client, [api.alarm.get.keyPrefix], queryKeys.detail);
}

/** Shows the result of an acknowledgement in the bell. Its list is refetched; a list on the page shows the updated row. */
export async function showAlarmInBell(client: QueryClient, after: AlarmDetail): Promise<void> {
  const queryKeys = alarmQueryKeys(after.id);
  await updateRecordQueries(client, after, queryKeys);
  updateBellCount(client, 'acknowledge');
  refetchInBackground(client, [api.bell.list.key().slice(0, 3)]);
  void client.invalidateQueries({
    queryKey: api.alarm.live.key().slice(0, 3),
    refetchType: 'none',
  });
}
