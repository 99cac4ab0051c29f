import type { ListRequest } from '#platform/common/list.ts';
import { listQuery } from '#platform/web/client/hooks.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { loadQueryAhead } from '#platform/web/offline/load-ahead.ts';
import { currentDenial } from '#platform/web/session/session.ts';
import { api } from '../api.ts';

/** The request for the car parks that are offered first: sensors are paired where a car park is new. */
export const carParks: ListRequest = { limit: 20, sort: { createdAt: 'desc' } };
/** Each may have thousands of bays. Those that were opened are kept anyway. */
const most = 5;

/** For installers: the newest car parks and their bays, because there is often no network underground. */
export async function loadAhead(): Promise<void> {
  if (currentDenial(api.pairing.bays.route.access) !== null) return;
  const query = listQuery(queryClient, api.location.list, carParks);
  await loadQueryAhead(query);
  const page = queryClient.getQueryData<Awaited<ReturnType<typeof query.queryFn>>>(query.queryKey);
  for (const { id } of page?.data.slice(0, most) ?? []) {
    const args = { params: { id } };
    await loadQueryAhead({
      queryKey: api.pairing.bays.key(args),
      queryFn: ({ signal }) => api.pairing.bays.send({ ...args, signal, silent: true }),
    });
  }
}
