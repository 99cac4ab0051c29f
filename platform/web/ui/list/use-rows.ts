import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ListRequest } from '#platform/common/list.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Page } from '../../client/client-of.ts';
import { useList } from '../../client/hooks.ts';
import { useLive } from '../../client/live.ts';
import { patchQueries, refetchQueries } from '../../client/live-queries.ts';
import { useFormats } from '../../i18n/formats.ts';
import type { AnyRow } from './columns.tsx';
import type { Filter } from './filters.ts';
import { type ListState, requestOf, sameState } from './list-state.ts';
import type { ListViewProps } from './list-view-props.ts';
import type { ListControl } from './use-list-state.ts';

/** What was asked for in vain, and what is shown instead. */
type Refused = { asked: ListState; shown: ListState };

const noTopics: readonly string[] = [];
const noFilters: readonly Filter[] = [];
// The first event asks at once, those that follow wait: a storm of them asks twice a second.
const gatherMs = 500;

/** The rows that the state asks for. A request that fails brings the state before it back; live events change rows in place. */
export function useRows(props: ListViewProps<AnyRoute>, { state, set }: ListControl) {
  const { of, params, query, fixed, live, filters = noFilters, rowKey = 'id' } = props;
  const { zone } = useFormats();
  const client = useQueryClient();
  const request = useMemo((): ListRequest => {
    const asked = requestOf(state, filters, zone);
    return fixed ? { ...asked, filter: { ...asked.filter, ...fixed } } : asked;
  }, [state, filters, zone, fixed]);
  const result = useList(of.list, request, { ...(params ? { params } : {}), ...(query ? { query } : {}) });

  const lastGood = useRef<ListState | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  useEffect(() => {
    if (!result.error && !result.fetching) lastGood.current = state;
    else if (result.error && lastGood.current && lastGood.current !== state) {
      setRefused({ asked: state, shown: lastGood.current });
      set(lastGood.current, { replace: true });
    }
  }, [result.error, result.fetching, state, set]);
  const wentBack = refused !== null && sameState(refused.shown, state);

  // The last row of a page may be gone: the page before it is the last one then.
  const { page, size } = state;
  const past = result.rows.length === 0 && result.total !== undefined && !result.fetching && page > 0;
  useEffect(() => {
    if (past) set({ ...state, page: Math.max(0, Math.ceil((result.total ?? 0) / size) - 1) }, { replace: true });
  }, [past, state, size, result.total, set]);

  const asked = useRef(0);
  const later = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  const topics = live?.topics ?? noTopics;
  useLive(
    typeof topics === 'function' ? topics(result.rows) : topics,
    (event) => {
      if (live?.about?.(event) === false) return;
      let found = false;
      const { patch } = live ?? {};
      if (patch) {
        patchQueries<Page<AnyRow>>(client, of.list.key().slice(0, 3), (page) => {
          const data = page.data.map((row) => {
            const next = patch(row, event);
            if (next) found = true;
            return next ?? row;
          });
          return found ? { ...page, data } : page;
        });
      }
      if (found || later.current) return;
      const ask = () => {
        later.current = undefined;
        asked.current = Date.now();
        refetchQueries(client, of.list.keyPrefix);
      };
      const wait = asked.current + gatherMs - Date.now();
      if (wait > 0) later.current = setTimeout(ask, wait);
      else ask();
    },
    of.list.keyPrefix,
  );

  return {
    ...result,
    request,
    rowKey,
    /** The rows are older than what was asked for: that request failed. */
    outdated: wentBack || (result.error !== null && result.rows.length > 0),
    retry: () => {
      setRefused(null);
      if (wentBack) set(refused.asked);
      else result.retry();
    },
    refresh: () => void client.invalidateQueries({ queryKey: of.list.keyPrefix }),
  };
}
