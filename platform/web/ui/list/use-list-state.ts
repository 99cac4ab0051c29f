import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { inSession } from '../../client/storage.ts';
import { useMe } from '../../session/hooks.tsx';
import { useAddressState } from '../address/use-address-state.ts';
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
  const [params] = useSearchParams();
  const storageKey = storageKeyOf(tableKey, me.user.id, me.session.actingFor);
  const stored = useMemo(() => inSession<StoredState>(storageKey), [storageKey]);
  useMemo(() => checkFilters(filters), [filters]);
  const labels = useRef<Record<string, string>>(stored.get()?.labels ?? {});

  const text = params.toString();
  const inAddress = useMemo(
    () => readState(new URLSearchParams(text), filters, sort) ?? emptyListState(sort),
    [text, filters, sort],
  );
  const write = useCallback((next: ListState, before: URLSearchParams) => writeState(next, filters, before), [filters]);
  const [state, setInAddress] = useAddressState(inAddress, { isSame: sameState, write });

  const set = useCallback(
    (next: ListState, options: { replace?: boolean } = {}) => {
      stored.set({ state: next, labels: labels.current });
      setInAddress(next, options);
    },
    [stored, setInAddress],
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
    /** Whether the person set the state, in this visit or before; otherwise a link did. */
    isChosen: () => {
      const chosen = stored.get()?.state;
      return chosen !== undefined && sameState(chosen, state);
    },
    reset: () => set({ ...emptyListState(sort), form: state.form }),
    /** Labels of selected options, which otherwise only a search would return. */
    labels: labels.current,
    keepLabels: (more: Record<string, string>) => {
      labels.current = { ...labels.current, ...more };
    },
  };
}
export type ListControl = ReturnType<typeof useListState>;
