import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { inSession } from '../../client/storage.ts';
import { useMe } from '../../session/hooks.tsx';
import { checkFilters, type Filter } from './filters/filters.ts';
import {
  belongsToOtherCustomer,
  emptyListState,
  type ListState,
  readState,
  type ShownList,
  type Sort,
  sameState,
  storageKeyOf,
  writeState,
} from './list-state.ts';

type StoredState = { state: ListState; labels: Record<string, string> };

/** Module state, because a list may be remounted when the customer changes. */
let lastShown: ShownList | null = null;

/** The state of a list is in the address; the session storage restores it when the page is opened again. */
export function useListState(tableKey: string, filters: readonly Filter[], sort: Sort | null) {
  const me = useMe();
  const [params, setParams] = useSearchParams();
  const storageKey = storageKeyOf(tableKey, me.user.id, me.session.actingFor);
  const stored = useMemo(() => inSession<StoredState>(storageKey), [storageKey]);
  useMemo(() => checkFilters(filters), [filters]);
  const labels = useRef<Record<string, string>>(stored.get()?.labels ?? {});

  const text = params.toString();
  const inAddress = useMemo(
    () => readState(new URLSearchParams(text), filters, sort) ?? emptyListState(sort),
    [text, filters, sort],
  );
  // The address changes in a transition, which a busy page delays: whatever the person does meanwhile builds on this state.
  const { key: visit } = useLocation();
  const [pending, setPending] = useState<{ visit: string; state: ListState } | null>(null);
  const isShown = pending && (pending.visit === visit || sameState(pending.state, inAddress));
  const state = isShown ? pending.state : inAddress;

  const set = useCallback(
    (next: ListState, { replace = false } = {}) => {
      stored.set({ state: next, labels: labels.current });
      setPending({ visit, state: next });
      setParams((before) => writeState(next, filters, before), { replace, preventScrollReset: true });
    },
    [stored, filters, visit, setParams],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount, and when another customer's list is opened
  useEffect(() => {
    const before = stored.get();
    if (belongsToOtherCustomer(lastShown, { list: tableKey, storageKey, text })) {
      labels.current = before?.labels ?? {};
      set(before?.state ?? emptyListState(sort), { replace: true });
    } else if (before && !readState(new URLSearchParams(text), filters, sort)) set(before.state, { replace: true });
  }, [stored]);
  useEffect(() => {
    lastShown = { list: tableKey, storageKey, text };
  }, [tableKey, storageKey, text]);

  // True if neither the address nor the session storage had a state at first.
  const [fresh] = useState(() => !stored.get() && !readState(new URLSearchParams(text), filters, sort));

  return {
    state,
    fresh,
    set,
    reset: () => set({ ...emptyListState(sort), form: state.form }),
    /** Labels of selected options, which otherwise only a search would return. */
    labels: labels.current,
    keepLabels: (more: Record<string, string>) => {
      labels.current = { ...labels.current, ...more };
    },
  };
}
export type ListControl = ReturnType<typeof useListState>;
