import { listQuery } from '#platform/web/client/hooks.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { loadQueryAhead } from '#platform/web/offline/load-ahead.ts';
import { emptyListState, listRequestOf } from '#platform/web/ui/list/list-state.ts';
import type { Alarm } from '../common/alarm.ts';
import { appsWithAlarms } from './alarm-calls.ts';
import { api } from './api.ts';

const mostDetails = 10;

/** Loads the open alarms as their page first shows them, and the details of those at the top. */
export async function loadAhead(): Promise<void> {
  if (appsWithAlarms().length === 0) return;
  const { live, get } = api.alarm;
  const [field, direction] = live.route.list?.defaultSort ?? [];
  const state = emptyListState(field && direction ? { field, direction } : null);
  // Without a filter no time zone matters.
  const list = listQuery(queryClient, live, listRequestOf(state, [], 'UTC'));
  await loadQueryAhead(list);
  const alarms = queryClient.getQueryData<{ data: Alarm[] }>(list.queryKey)?.data ?? [];
  for (const { id } of alarms.slice(0, mostDetails)) {
    const args = { params: { id } };
    await loadQueryAhead({
      queryKey: get.key(args),
      queryFn: ({ signal }) => get.send({ ...args, signal, silent: true }),
    });
  }
}
