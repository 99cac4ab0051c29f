import { useMemo } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import type { OptionQuery, UnnamedFilter } from '#platform/web/ui/list/filters/filters.ts';
import type { GroupSuggestion } from '../common/record-group.ts';
import { pathText } from './GroupSelect.tsx';
import type { GroupCalls } from './group-calls.ts';

const maxListed = 100;
const optionsOf = (groups: readonly GroupSuggestion[]) =>
  groups.map(({ id, name, within }) => ({ value: String(id), label: pathText([...within, name]) }));

/**
 * The filter `groupId` of a list of records, which finds those of a group and of all groups within it. Up to 100 groups are
 * all offered, so that an address with an id shows the name; more must be searched.
 */
export function useGroupFilter({ suggestion }: GroupCalls): UnnamedFilter {
  const { data: page } = useData(
    suggestion,
    { list: { limit: maxListed, total: true } },
    { staleTime: 300_000, silent: true },
  );
  return useMemo(() => {
    if (page && (page.totalRecords ?? 0) <= maxListed) return { kind: 'select', options: optionsOf(page.data) };
    return {
      kind: 'select',
      search: async ({ search, skip, limit }: OptionQuery) => {
        const { data, totalRecords } = await suggestion.send({ list: { search, skip, limit }, silent: true });
        return { data: optionsOf(data), totalRecords };
      },
    };
  }, [suggestion, page]);
}
