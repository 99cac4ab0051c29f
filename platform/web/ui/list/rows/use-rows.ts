import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ListRequest } from '#platform/common/list.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { ReplyPage } from '../../../client/client-of.ts';
import { useList } from '../../../client/hooks.ts';
import { useLive } from '../../../client/live/live.ts';
import { patchQueries, refetchQueries } from '../../../client/live/live-queries.ts';
import { useFormats } from '../../../i18n/formats.ts';
import type { Filter } from '../filters/filters.ts';
import { type ListState, listRequestOf, sameState } from '../list-state.ts';
import type { ListViewProps } from '../list-view-props.ts';
import type { AnyRow } from '../table/columns.tsx';
import type { ListControl } from '../use-list-state.ts';

/** A failed request and the state that is displayed instead. */
type FailedRequest = { requested: ListState; shown: ListState };

const noTopics: readonly string[] = [];
const noFilters: readonly Filter[] = [];
// The first event refetches at once, later ones at most twice a second.
const gatherMs = 500;

/** The rows of a list state. A failed request reverts to the previous state; live events patch rows. */
export function useRows(props: ListViewProps<AnyRoute>, { state, set }: ListControl) {
  const { of, params, query, fixed, fresh = false, live, filters = noFilters, rowKey = 'id' } = props;
  const { zone } = useFormats();
  const client = useQueryClient();
  const request = useMemo((): ListRequest => {
    const requested = listRequestOf(state, filters, zone);
    return fixed ? { ...requested, filter: { ...requested.filter, ...fixed } } : requested;
  }, [state, filters, zone, fixed]);
  const result = useList(of.list, request, { fresh, ...(params ? { params } : {}), ...(query ? { query } : {}) });

  const lastGood = useRef<ListState | null>(null);
  const [failed, setFailed] = useState<FailedRequest | null>(null);
  useEffect(() => {
    if (!result.error && !result.fetching) lastGood.current = state;
    else if (result.error && lastGood.current && lastGood.current !== state) {
      setFailed({ requested: state, shown: lastGood.current });
      set(lastGood.current, { replace: true });
    }
  }, [result.error, result.fetching, state, set]);
  const reverted = failed !== null && sameState(failed.shown, state);

  // After the deletion of the last row of a page the previous page is shown.
  const { page, size } = state;
  const beyondEnd = result.rows.length === 0 && result.total !== undefined && !result.fetching && page > 0;
  useEffect(() => {
    if (beyondEnd) set({ ...state, page: Math.max(0, Math.ceil((result.total ?? 0) / size) - 1) }, { replace: true });
  }, [beyondEnd, state, size, result.total, set]);

  const requested = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const topics = live?.topics ?? noTopics;
  useLive(
    typeof topics === 'function' ? topics(result.rows) : topics,
    (event) => {
      if (live?.about?.(event) === false) return;
      let patched = false;
      const { patch } = live ?? {};
      if (patch) {
        patchQueries<ReplyPage<AnyRow> | number>(client, of.list.key().slice(0, 3), (page) => {
          // The totals of a list are cached under its key as well.
          if (typeof page === 'number') return page;
          const data = page.data.map((row) => {
            const next = patch(row, event);
            if (next) patched = true;
            return next ?? row;
          });
          return patched ? { ...page, data } : page;
        });
      }
      if (patched || timer.current) return;
      const ask = () => {
        timer.current = undefined;
        requested.current = Date.now();
        refetchQueries(client, of.list.keyPrefix);
      };
      const wait = requested.current + gatherMs - Date.now();
      if (wait > 0) timer.current = setTimeout(ask, wait);
      else ask();
    },
    of.list.keyPrefix,
  );

  return {
    ...result,
    request,
    rowKey,
    /** The rows are outdated: the last request failed. */
    outdated: reverted || (result.error !== null && result.rows.length > 0),
    retry: () => {
      setFailed(null);
      if (reverted) set(failed.requested);
      else result.retry();
    },
    refresh: () => void client.invalidateQueries({ queryKey: of.list.keyPrefix }),
  };
}
