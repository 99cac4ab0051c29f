import { useQueryClient } from '@tanstack/react-query';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { api } from '../api.ts';

/** All bays of a location with their state, live. */
export function usePlanSlots(locationId: number) {
  const client = useQueryClient();
  const args = { params: { id: locationId } };
  const key = api.plan.slots.key(args);
  const query = useData(api.plan.slots, args);
  useLive([`car-park:${locationId}`], () => refetchQueries(client, key), key);
  return query;
}
