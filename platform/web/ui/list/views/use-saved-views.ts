import { useEffect, useRef } from 'react';
import { usePreference } from '../../../client/preferences.ts';
import type { Filter } from '../filters/filters.ts';
import { emptyListState, readState, writeState } from '../list-state.ts';
import type { ColumnLayout } from '../table/column-layout.ts';
import type { ListControl } from '../use-list-state.ts';
import { defaultView, noViews, type SavedView, type SavedViews } from './saved-views.ts';

type ViewSource = {
  tableKey: string;
  filters: readonly Filter[];
  control: ListControl;
  layout: { value: ColumnLayout | null; loading: boolean; set(value: ColumnLayout | null): Promise<void> };
};

/**
 * The person's saved views of a list. The default view opens if neither the address nor the session storage has a
 * state.
 */
export function useSavedViews({ tableKey, filters, control, layout }: ViewSource) {
  const preference = usePreference<SavedViews>(`${tableKey}.views`);
  const all = preference.value ?? noViews;
  const query = writeState({ ...control.state, page: 0 }, filters, new URLSearchParams()).toString();

  const open = (view: SavedView, { replace = false } = {}) => {
    control.keepLabels(view.labels);
    const state = readState(new URLSearchParams(view.query), filters, null);
    control.set(state ?? emptyListState(), { replace });
    if (JSON.stringify(view.layout) !== JSON.stringify(layout.value)) void layout.set(view.layout);
  };

  const opened = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the views are there
  useEffect(() => {
    if (preference.loading || layout.loading || opened.current) return;
    opened.current = true;
    const first = defaultView(all);
    if (first && control.fresh) open(first, { replace: true });
  }, [preference.loading, layout.loading]);

  return {
    all,
    /** The saved view that equals the current state. */
    current: all.views.find(
      (one) => one.query === query && JSON.stringify(one.layout) === JSON.stringify(layout.value),
    ),
    open: (view: SavedView) => open(view),
    change: (next: SavedViews) => preference.set(next.views.length > 0 ? next : null),
    /** The current state, to be saved as a view. */
    shown: { query, labels: control.labels, layout: layout.value },
  };
}
export type ViewsControl = ReturnType<typeof useSavedViews>;
