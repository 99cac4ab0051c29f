import type { ReactNode } from 'react';
import { usePhone } from '../../shell/phone.ts';
import type { TableProps } from './DataTable.tsx';
import { ExportMenu } from './export/ExportMenu.tsx';
import type { ExportType, useExport } from './export/use-export.ts';
import { FilterChips } from './FilterChips.tsx';
import type { Filter } from './filters.ts';
import classes from './ListPage.module.css';
import { withFilter, withSearch } from './list-state.ts';
import { SortMenu } from './SortMenu.tsx';
import { AddFilter, ListTools, SearchBox } from './Toolbar.tsx';
import type { ListControl } from './use-list-state.ts';
import type { ViewsControl } from './views/use-saved-views.ts';
import { ViewsMenu } from './views/ViewsMenu.tsx';

type Props = {
  namespace: string;
  filters: readonly Filter[];
  control: ListControl;
  searchable: boolean;
  searching: boolean;
  /** Something differs from the list as it is by itself. */
  changed: boolean;
  panelOpen: boolean;
  onPanel(panel: { field: string | null } | null): void;
  view: 'grid' | 'rows';
  onView: ((view: 'grid' | 'rows') => void) | undefined;
  /** Cards are sorted from here; lines by their head. */
  sorting: Pick<TableProps, 'namespace' | 'columns' | 'sortable' | 'sort' | 'onSort'> | undefined;
  views: ViewsControl;
  exporting: ReturnType<typeof useExport> | undefined;
  onExport(type: ExportType): void;
  onReset(): void;
  /** Further tools. */
  children: ReactNode;
};

/** The one toolbar of a list: search, filters, and its tools at the end of the line. */
export function ListHead(props: Props) {
  const { namespace, filters, control, panelOpen, onPanel, exporting } = props;
  const { state, set } = control;
  const phone = usePhone();
  return (
    <div className={classes.toolbar}>
      {props.searchable && (
        <SearchBox value={state.search} busy={props.searching} onSearch={(text) => set(withSearch(state, text))} />
      )}
      {filters.length > 0 && (
        <>
          <AddFilter panelOpen={panelOpen} onPanel={() => onPanel(panelOpen ? null : { field: null })} />
          <FilterChips
            namespace={namespace}
            filters={phone ? filters.filter((filter) => state.filter[filter.field]) : filters}
            values={state.filter}
            labels={control.labels}
            onOpen={(field) => onPanel({ field })}
            onClear={(field) => set(withFilter(state, field, undefined))}
          />
        </>
      )}
      <ListTools onReset={props.onReset} changed={props.changed} view={props.view} onView={props.onView}>
        {props.sorting && <SortMenu {...props.sorting} />}
        <ViewsMenu views={props.views} />
        {exporting && (
          <ExportMenu progress={exporting.progress} onExport={props.onExport} onCancel={exporting.cancel} />
        )}
        {props.children}
      </ListTools>
    </div>
  );
}
