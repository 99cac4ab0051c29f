import { useQuery } from '@tanstack/react-query';
import type { Client } from '#platform/web/client/client-of.ts';
import { maxGroups, type RecordGroup, type recordGroupRoutes } from '../common/record-group.ts';

/** The calls of the groups of a kind of records, of the app that mounts them. */
export type GroupCalls = Client<{ group: ReturnType<typeof recordGroupRoutes<''>> }>['group'];

/** The largest page of a list. */
const pageSize = 100;

/** All groups of the selected companies with their counts, by name. */
export const useGroups = ({ list }: GroupCalls) =>
  useQuery({
    queryKey: [...list.keyPrefix, 'all'],
    async queryFn({ signal }): Promise<RecordGroup[]> {
      const groups: RecordGroup[] = [];
      while (groups.length < maxGroups) {
        const { data } = await list.send({
          list: { skip: groups.length, limit: pageSize, total: false },
          signal,
          silent: true,
        });
        groups.push(...data);
        if (data.length < pageSize) break;
      }
      return groups;
    },
  });
