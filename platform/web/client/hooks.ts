import {
  keepPreviousData,
  type QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { ListRequest } from '#platform/common/list.ts';
import type { AnyRoute, ReplyOf } from '#platform/common/route.ts';
import { sendOrKeep, type WaitingAbout } from '../offline/send-or-keep.ts';
import type { Args, Endpoint, ReplyPage, ResultOf, SendArgs } from './client-of.ts';
import { notifyUnknownError } from './connection.ts';
import { createIdempotencyKeys } from './idempotency-key.ts';
import { notify } from './notices.ts';
import { type RecordQueries, refetchInBackground, updateRecordQueries } from './record-queries.ts';
import { RequestError } from './request-error.ts';

type DataOptions<Result> = Pick<
  UseQueryOptions<Result>,
  'enabled' | 'staleTime' | 'refetchInterval' | 'placeholderData'
> & {
  silent?: boolean;
};

/** The reply of a read call, fresh for 30 s and shared by all components with the same arguments. */
export function useData<R extends AnyRoute>(
  endpoint: Endpoint<R>,
  args: Args<R> = {},
  { silent, ...options }: DataOptions<ResultOf<R>> = {},
): UseQueryResult<ResultOf<R>> {
  return useQuery<ResultOf<R>>({
    queryKey: endpoint.key(args),
    queryFn: ({ signal }) => endpoint.send({ ...args, signal, ...(silent ? { silent } : {}) }),
    ...options,
  } as UseQueryOptions<ResultOf<R>>) as UseQueryResult<ResultOf<R>>;
}

type ActionOptions<R> = {
  onDone?: (result: ResultOf<R>, args: SendArgs<R>) => void;
  onError?: (error: Error, args: SendArgs<R>) => void;
  /** Further calls whose replies change with it; those of its own set are always invalidated. */
  invalidates?: readonly Endpoint[];
  /** The queries that the reply updates at once; the default for `update` is its list. */
  shows?: (args: SendArgs<R>) => RecordQueries;
  /** The call is kept if the server cannot be reached; `onError` then gets a RequestError that is `kept`. */
  keeps?: (args: SendArgs<R>) => WaitingAbout;
  /** Sends an idempotency key, which a repeat after a lost reply keeps; for routes that require one. */
  keyed?: true;
  /** The text of the success notice, where "updated" or "created" does not say what happened. */
  notice?: (result: ResultOf<R>) => string;
};

/** A write call: `run` starts it, `pending` is true while it runs. Failures are shown as notices. */
export function useAction<R extends AnyRoute>(
  endpoint: Endpoint<R>,
  {
    onDone,
    onError,
    invalidates = [],
    shows = defaultRecordQueries(endpoint),
    keeps,
    keyed,
    notice,
  }: ActionOptions<R> = {},
) {
  const client = useQueryClient();
  const [keys] = useState(createIdempotencyKeys);
  const mutation = useMutation<ResultOf<R>, Error, SendArgs<R>>({
    mutationFn: (given) => {
      const args = notice ? { silent: 'success' as const, ...given } : given;
      const key = () => keys.keyFor([endpoint.name, args.params, args.body]);
      if (keeps) return sendOrKeep(endpoint, args, keeps(args), key());
      return endpoint.send(keyed ? { ...args, headers: { ...args.headers, 'idempotency-key': key() } } : args);
    },
    onSuccess: async (result, args) => {
      keys.answered();
      if (notice) notify({ kind: 'success', message: notice(result) });
      const shown = shows?.(args);
      if (shown && isRecord(result)) await updateRecordQueries(client, result, shown);
      refetchInBackground(client, [endpoint.keyPrefix, ...invalidates.map((one) => one.keyPrefix)], shown?.detail);
      onDone?.(result, args);
    },
    onError: (error, args) => {
      keys.failed(error);
      // The connection notifies of RequestErrors only.
      if (!(error instanceof RequestError)) notifyUnknownError(error);
      onError?.(error, args);
    },
  });
  return {
    run: (args: SendArgs<R> = {}): void => mutation.mutate(args),
    /** Resolves with the reply; rejects with the RequestError. */
    ask: (args: SendArgs<R> = {}): Promise<ResultOf<R>> => mutation.mutateAsync(args),
    pending: mutation.isPending,
    error: mutation.error,
  };
}

const isRecord = (result: unknown): result is { id: unknown } =>
  typeof result === 'object' && result !== null && 'id' in result;

const defaultRecordQueries = (endpoint: Endpoint): (() => RecordQueries) | undefined =>
  endpoint.name.endsWith('.update') ? () => ({ lists: [[...endpoint.keyPrefix, 'list']] }) : undefined;

export type ListResult<Row> = {
  rows: Row[];
  total: number | undefined;
  /** There is nothing to show yet. */
  loading: boolean;
  /** A request is running. */
  fetching: boolean;
  /** The rows are still those of the previous request. */
  turning: boolean;
  error: Error | null;
  retry(): void;
};

// A stable array: a new one at each render would reset memoized tables.
const noRows: never[] = [];

type ListArgs<R> = Pick<Args<R>, 'params' | 'query'>;

/** The query of a page of a list. The total is counted once per filter. */
export function listQuery<R extends AnyRoute>(
  client: QueryClient,
  endpoint: Endpoint<R>,
  request: ListRequest,
  { params, query }: ListArgs<R> = {},
) {
  const { search, filter } = request;
  const totalKey = [...endpoint.key(), 'total', { search, filter, params, query }];
  const args = { list: request, ...(params ? { params } : {}), ...(query ? { query } : {}) } as Args<R>;
  return {
    queryKey: endpoint.key(args),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const cached = client.getQueryState<number>(totalKey);
      const cachedTotal = cached?.isInvalidated ? undefined : cached?.data;
      const total = cachedTotal === undefined || !request.skip;
      const page = (await endpoint.send({ ...args, list: { ...request, total }, signal, silent: true })) as ReplyPage<
        ReplyOf<R>
      >;
      if (page.totalRecords !== undefined) client.setQueryData(totalKey, page.totalRecords);
      return { ...page, totalRecords: page.totalRecords ?? cachedTotal };
    },
  };
}

/**
 * A page of a list. The previous rows stay while the next ones load. Errors are logged and shown in the list, not as notices.
 */
export function useList<R extends AnyRoute>(
  endpoint: Endpoint<R>,
  request: ListRequest,
  { enabled = true, fresh = false, ...args }: ListArgs<R> & { enabled?: boolean; fresh?: boolean } = {},
): ListResult<ReplyOf<R>> {
  const client = useQueryClient();
  const result = useQuery({
    ...listQuery(client, endpoint, request, args),
    enabled,
    placeholderData: keepPreviousData,
    ...(fresh ? { staleTime: 0 } : {}),
  });
  return {
    rows: result.data?.data ?? noRows,
    total: result.data?.totalRecords,
    loading: result.isPending,
    fetching: result.isFetching,
    turning: result.isPlaceholderData,
    error: result.error,
    retry: () => void result.refetch(),
  };
}
