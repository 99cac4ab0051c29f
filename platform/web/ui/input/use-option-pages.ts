import { useInfiniteQuery } from '@tanstack/react-query';
import { type FilterOption, loadMoreAt, type OptionQuery } from '../list/filters/filters.ts';

type Page = { data: FilterOption[]; totalRecords: number | undefined };
type OptionRequest = {
  key: readonly unknown[];
  search: (query: OptionQuery) => Promise<Page>;
  term: string;
  pageSize: number;
  enabled: boolean;
  parent?: readonly string[] | undefined;
  onFound?: (options: FilterOption[]) => void;
};

/** Options from the server in pages; `onScroll` of the list loads the next page beyond 90 percent. */
export function useOptionPages({ key, search, term, pageSize, enabled, parent, onFound }: OptionRequest) {
  const pages = useInfiniteQuery({
    queryKey: [...key, term, parent],
    enabled,
    initialPageParam: 0,
    queryFn: async ({ pageParam }) => {
      const page = await search({ search: term, skip: pageParam, limit: pageSize, ...(parent ? { parent } : {}) });
      onFound?.(page.data);
      return page;
    },
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((sum, page) => sum + page.data.length, 0);
      const more = last.totalRecords === undefined ? last.data.length === pageSize : loaded < last.totalRecords;
      return more ? loaded : undefined;
    },
  });
  return {
    options: pages.data?.pages.flatMap((page) => page.data) ?? [],
    fetching: pages.isFetching,
    onScroll: ({ target }: { target: EventTarget }) => {
      const list = target as HTMLElement;
      if (!pages.hasNextPage || pages.isFetchingNextPage) return;
      if (list.scrollTop + list.clientHeight > list.scrollHeight * loadMoreAt) void pages.fetchNextPage();
    },
  };
}
