import { useState } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Leaf } from '#platform/web/client/client-of.ts';
import { useList } from '#platform/web/client/hooks.ts';

const step = 25;
/** What the server hands out at most at once. */
const most = 100;

/** A short list that shows more when asked. */
export function useGrowingList<R extends AnyRoute>(leaf: Leaf<R>, params: Args<R>['params']) {
  const [limit, setLimit] = useState(step);
  const list = useList(leaf, { limit, total: true }, { ...(params ? { params } : {}) } as Pick<Args<R>, 'params'>);
  const grows = limit < most && (list.total ?? 0) > list.rows.length;
  return { ...list, more: grows ? () => setLimit(most) : undefined };
}
