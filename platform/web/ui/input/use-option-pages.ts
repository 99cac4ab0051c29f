import { useInfiniteQuery } from '@tanstack/react-query';
import { loadMoreAt, type Option, type OptionQuery } from '../list/filters.ts';

type Page = { data: Option[]; totalRecords: number | undefined };
type Asked = {
  key: readonly unknown[];
  search: (query: OptionQuery) => Promise<Page>;
  word: string;
  pageSize: number;
  enabled: boolean;
  parent?: readonly string[] | undefined;
  onFound?: (options: Option[]) => void;
};

/** Options from the server, page by page; `onScroll` of their list loads the next one past 90 percent. */
export function useOptionPages({ key, search, word, pageSize, enabled, parent, onFound }: Asked) {
  const pages = useInfiniteQuery({
    queryKey: [...key, word, parent],
    enabled,
    initialPageParam: 0,
    queryFn: async ({ pageParam }) => {
      const page = await search({ search: word, skip: pageParam, limit: pageSize, ...(parent ? { parent } : {}) });
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
