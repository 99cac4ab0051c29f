import type { QueryClient } from '@tanstack/react-query';
import { type RecordQueries, refetchInBackground, updateRecordQueries } from '#platform/web/client/record-queries.ts';
import type { AlarmDetail } from '../common/alarm.ts';
import { mostCounted } from '../common/bell.ts';
import type { AlarmCalls } from './alarm-calls.ts';
import { api } from './api.ts';

/** Where an alarm is shown: beside its list, and in the pages of lists. */
export const alarmShownBy = ({ get, live, history }: AlarmCalls, id: number): RecordQueries => ({
  detail: get.key({ params: { id } }),
  lists: [live, history, api.bell.list].map((call) => call.key().slice(0, 3)),
});

/** What the bell counts after an action; of an alarm that is acknowledged this needs no request. */
function countBell(client: QueryClient, action: string): void {
  const queryKey = api.bell.count.key();
  if (action !== 'acknowledge') refetchInBackground(client, [queryKey]);
  else
    client.setQueryData<{ count: number }>(queryKey, (known) =>
      // More than these are not counted: one less is perhaps as many.
      known && known.count < mostCounted ? { count: Math.max(0, known.count - 1) } : known,
    );
}

/** Shows what an action made of an alarm at once, and reads its lists behind it. */
export async function showAlarm(
  client: QueryClient,
  calls: AlarmCalls,
  action: string,
  after: AlarmDetail,
): Promise<void> {
  const shown = alarmShownBy(calls, after.id);
  await updateRecordQueries(client, after, shown);
  countBell(client, action);
  refetchInBackground(client, [calls.get.keyPrefix], shown.detail);
}

/** The same in the bell: its list is read for the next alarm, and a list on the page shows its row as it is now. */
export async function showAlarmInBell(client: QueryClient, calls: AlarmCalls, after: AlarmDetail): Promise<void> {
  const shown = alarmShownBy(calls, after.id);
  await updateRecordQueries(client, after, shown);
  countBell(client, 'acknowledge');
  refetchInBackground(client, [api.bell.list.key().slice(0, 3)]);
  void client.invalidateQueries({
    queryKey: calls.live.key().slice(0, 3),
    refetchType: 'none',
  });
}
