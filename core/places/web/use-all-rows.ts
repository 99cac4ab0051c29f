import { type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import type { ListRequest } from '#platform/common/list.ts';
import type { AnyRoute, ReplyOf } from '#platform/common/route.ts';
import type { Args, Endpoint, ReplyPage } from '#platform/web/client/client-of.ts';

/** The page size limit of the server. */
const most = 100;

/** All rows of a short list, such as the floors of a structure. */
export function useAllRows<R extends AnyRoute>(
  endpoint: Endpoint<R>,
  request: ListRequest,
  params?: Args<R>['params'],
): { rows: ReplyOf<R>[]; loading: boolean; error: Error | null; retry(): void } {
  type Row = ReplyOf<R>;
  const walk = async ({ signal }: QueryFunctionContext): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let full = true; full; ) {
      const list = { ...request, skip: rows.length, limit: most, total: false };
      const page = (await endpoint.send({
        ...(params ? { params } : {}),
        list,
        signal,
      } as never)) as unknown as ReplyPage<Row>;
      rows.push(...page.data);
      full = page.data.length === most;
    }
    return rows;
  };
  const result = useQuery({ queryKey: [...endpoint.keyPrefix, 'all', request, params], queryFn: walk });
  return {
    rows: result.data ?? [],
    loading: result.isPending,
    error: result.error,
    retry: () => void result.refetch(),
  };
}
