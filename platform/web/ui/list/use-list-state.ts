import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { inSession } from '../../client/storage.ts';
import { useMe } from '../../session/hooks.tsx';
import { checkFilters, type Filter } from './filters.ts';
import {
  belongsToOtherCustomer,
  emptyState,
  type ListState,
  readState,
  type Shown,
  type Sort,
  storageKeyOf,
  writeState,
} from './list-state.ts';

type Kept = { state: ListState; labels: Record<string, string> };

/** Of the open page. A list may be built anew when the customer changes, so that it cannot remember by itself. */
let shown: Shown | null = null;

/** The list's state lives in the address; the session storage brings it back when the page is opened anew. */
export function useListState(tableKey: string, filters: readonly Filter[], sort: Sort | null) {
  const me = useMe();
  const [params, setParams] = useSearchParams();
  const whose = storageKeyOf(tableKey, me.user.id, me.session.actingFor);
  const kept = useMemo(() => inSession<Kept>(whose), [whose]);
  useMemo(() => checkFilters(filters), [filters]);
  const labels = useRef<Record<string, string>>(kept.get()?.labels ?? {});

  const text = params.toString();
  const state = useMemo(
    () => readState(new URLSearchParams(text), filters, sort) ?? emptyState(sort),
    [text, filters, sort],
  );

  const set = useCallback(
    (next: ListState, { replace = false } = {}) => {
      kept.set({ state: next, labels: labels.current });
      setParams((before) => writeState(next, filters, before), { replace, preventScrollReset: true });
    },
    [kept, filters, setParams],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount, and when another customer's list is opened
  useEffect(() => {
    const before = kept.get();
    if (belongsToOtherCustomer(shown, { list: tableKey, whose, text })) {
      labels.current = before?.labels ?? {};
      set(before?.state ?? emptyState(sort), { replace: true });
    } else if (before && !readState(new URLSearchParams(text), filters, sort)) set(before.state, { replace: true });
  }, [kept]);
  useEffect(() => {
    shown = { list: tableKey, whose, text };
  }, [tableKey, whose, text]);

  // Whether the list was opened with nothing that says what it should show.
  const [fresh] = useState(() => !kept.get() && !readState(new URLSearchParams(text), filters, sort));

  return {
    state,
    fresh,
    set,
    reset: () => set({ ...emptyState(sort), form: state.form }),
    /** Labels of chosen options that only a search could tell again. */
    labels: labels.current,
    keepLabels: (more: Record<string, string>) => {
      labels.current = { ...labels.current, ...more };
    },
  };
}
export type ListControl = ReturnType<typeof useListState>;
