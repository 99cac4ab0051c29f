import { useQueryClient } from '@tanstack/react-query';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import type { QueueState } from '../../../common/incidents/incident-file.ts';
import { api } from '../../api.ts';

const noRanks: QueueState['ranks'] = [];

/** Keeps what is shown of the queue up to date: a new incident is there at once, other changes together. */
export function useLiveQueue(): void {
  const client = useQueryClient();
  const key = api.incident.queue.key();
  useLive(['alarms'], ({ type }) => {
    if (type === 'raised') refetchQueries(client, key);
  });
  useLiveRefetch(['alarms'], key);
}

/** How the queue of incidents stands. */
export function useQueue() {
  const { data: queue } = useData(api.incident.queue, {}, { silent: true });
  const panels = queue?.panels ?? { inService: 0, supervised: 0 };
  return {
    queue,
    ranks: queue?.ranks ?? noRanks,
    panels,
    lastSignalAt: queue?.lastSignalAt ?? null,
    allHeard: panels.supervised === panels.inService,
  };
}
