import type { AnyRoute } from '#platform/common/route.ts';
import { useList } from '../../../client/hooks.ts';
import { emptyListState, listRequestOf } from '../list-state.ts';
import type { ListViewProps } from '../list-view-props.ts';
import type { ListControl } from '../use-list-state.ts';

/**
 * Whether a list that a link filtered is empty because there are no records at all. What the person filtered is empty
 * because of the filter, and needs no second request.
 */
export function useNothingAtAll(
  { of, params, query, fixed }: ListViewProps<AnyRoute>,
  { isChosen }: ListControl,
  nothingFound: boolean,
): { empty: boolean; pending: boolean } {
  const enabled = nothingFound && !isChosen();
  const unfiltered = listRequestOf(emptyListState(), [], '');
  const all = useList(of.list, fixed ? { ...unfiltered, filter: fixed } : unfiltered, {
    enabled,
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
  });
  return { empty: enabled && all.total === 0, pending: enabled && all.loading && !all.error };
}
