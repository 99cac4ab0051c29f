import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '#platform/web/shell/chunk-failure.ts';
import { usePhone } from '#platform/web/shell/phone.ts';
import { FilterChips } from '#platform/web/ui/list/FilterChips.tsx';
import type { Filter } from '#platform/web/ui/list/filters.ts';
import { withFilter, withSearch } from '#platform/web/ui/list/list-state.ts';
import { AddFilter, SearchBox } from '#platform/web/ui/list/Toolbar.tsx';
import type { ListControl } from '#platform/web/ui/list/use-list-state.ts';
import classes from './StructuresMap.module.css';

const FilterPanel = lazyPart(() =>
  import('#platform/web/ui/list/FilterPanel.tsx').then((module) => module.FilterPanel),
);

type Props = { filters: readonly Filter[]; control: ListControl; searching: boolean; children: ReactNode };

/** Search and filters of a list over what is shown instead of its table. */
export function MapHead({ filters, control, searching, children }: Props) {
  const { state, set } = control;
  const phone = usePhone();
  const [panel, setPanel] = useState<{ field: string | null } | null>(null);
  return (
    <>
      <div className={classes.toolbar}>
        <SearchBox
          value={state.search}
          busy={searching && state.search !== ''}
          onSearch={(text) => set(withSearch(state, text))}
        />
        <AddFilter panelOpen={panel !== null} onPanel={() => setPanel(panel ? null : { field: null })} />
        <FilterChips
          namespace="places"
          filters={phone ? filters.filter((filter) => state.filter[filter.field]) : filters}
          values={state.filter}
          labels={control.labels}
          onOpen={(field) => setPanel({ field })}
          onClear={(field) => set(withFilter(state, field, undefined))}
        />
      </div>
      <div className={classes.body}>
        {children}
        {panel && (
          <Suspense>
            <FilterPanel
              namespace="places"
              filters={filters}
              values={state.filter}
              labels={control.labels}
              focus={panel.field}
              onApply={(filter, labels) => {
                control.keepLabels(labels);
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
