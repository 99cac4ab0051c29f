import { useState } from 'react';
import type { ListRequest } from '#platform/common/list.ts';
import type { AnyRoute, ReplyOf } from '#platform/common/route.ts';
import type { Args, Endpoint, ReplyPage } from '#platform/web/client/client-of.ts';
import { useList } from '#platform/web/client/hooks.ts';

/** Longer lists are searchable and virtual. */
const short = 25;

/** The rows of a panel: the first page, the search and the loading of further rows. */
export function useLongList<R extends AnyRoute>(
  endpoint: Endpoint<R>,
  params: Args<R>['params'],
  filter?: ListRequest['filter'],
) {
  const [searchText, setSearchText] = useState('');
  const request = { ...(filter ? { filter } : {}), ...(searchText ? { search: searchText } : {}) };
  const args = { ...(params ? { params } : {}) } as Pick<Args<R>, 'params'>;
  const list = useList(endpoint, { ...request, limit: short, total: true }, args);
  const long = (list.total ?? 0) > short;
  const load = (skip: number, limit: number) =>
    endpoint.send({ ...args, list: { ...request, skip, limit, total: skip === 0 } } as Args<R>) as unknown as Promise<
      ReplyPage<ReplyOf<R>>
    >;
  return {
    ...list,
    /** Whether the list is virtual. */
    long,
    searchable: long || searchText !== '',
    word: searchText,
    setWord: setSearchText,
    load,
    queryKey: [...endpoint.keyPrefix, 'long', params, request],
  };
}
export type LongList<Row> = Omit<ReturnType<typeof useLongList<AnyRoute>>, 'rows' | 'load'> & {
  rows: Row[];
  load(skip: number, limit: number): Promise<ReplyPage<Row>>;
};
