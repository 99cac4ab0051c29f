import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../../shell/failures/chunk-failure.ts';
import { usePhone } from '../../../shell/layout/phone.ts';
import classes from '../ListPage.module.css';
import { withFilter, withSearch } from '../list-state.ts';
import { AddFilter, SearchBox } from '../Toolbar.tsx';
import type { ListControl } from '../use-list-state.ts';
import { FilterChips } from './FilterChips.tsx';
import { dependentsOf, type Filter, isShown } from './filters.ts';

const FilterPanel = lazyPart(() => import('./FilterPanel.tsx').then((module) => module.FilterPanel));

/** How many filters have a chip while they are unset. A list names its most used filters first; the panel has them all. */
const maxUnsetChips = 3;

type Props = {
  namespace: string;
  filters: readonly Filter[];
  control: ListControl;
  searchable: boolean;
  /** A request is running; the search box shows a loader. */
  busy: boolean;
  /** The tools at the end of the toolbar. */
  tools?: ReactNode;
  /** The view of the rows: a table, cards or a map. */
  children: ReactNode;
};

/** The search box, filter chips and filter panel around the view of the rows. */
export function FilteredView({ namespace, filters, control, searchable, busy, tools, children }: Props) {
  const { state, set, labels, keepLabels } = control;
  const phone = usePhone();
  const [panel, setPanel] = useState<{ field: string | null } | null>(null);
  const chips = filters
    .filter(isShown)
    .filter(({ field }, index) => state.filter[field] !== undefined || (!phone && index < maxUnsetChips));
  const shared = { namespace, values: state.filter, labels };
  return (
    <>
      <div className={classes.toolbar}>
        {searchable && (
          <SearchBox
            value={state.search}
            busy={busy && state.search !== ''}
            onSearch={(text) => set(withSearch(state, text))}
          />
        )}
        {filters.length > 0 && (
          <>
            <AddFilter panelOpen={panel !== null} onPanel={() => setPanel(panel ? null : { field: null })} />
            <FilterChips
              {...shared}
              filters={chips}
              onOpen={phone ? (field) => setPanel({ field }) : null}
              onApply={(field, value, more) => {
                keepLabels(more);
                set(withFilter(state, field, value, dependentsOf(filters, field)));
              }}
            />
          </>
        )}
        {tools}
      </div>
      <div className={classes.body}>
        {children}
        {panel && (
          <Suspense>
            <FilterPanel
              {...shared}
              filters={filters}
              focus={panel.field}
              onApply={(filter, more) => {
                keepLabels(more);
                set({ ...state, page: 0, filter });
                if (phone) setPanel(null);
              }}
              onClose={() => setPanel(null)}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}
