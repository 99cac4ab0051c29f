import { usePhone } from '../../shell/layout/phone.ts';
import { ExportMenu } from './export/ExportMenu.tsx';
import { ListTools } from './Toolbar.tsx';
import { ColumnSettings } from './table/ColumnSettings.tsx';
import { SortMenu } from './table/SortMenu.tsx';
import type { ListViewModel } from './use-list-view.ts';
import { ViewsMenu } from './views/ViewsMenu.tsx';

/** The tools of a list view: reset, sorting of cards, saved views, export, columns and the switch between cards and rows. */
export function ListViewTools({ list, exports = false }: { list: ListViewModel; exports?: boolean | undefined }) {
  const phone = usePhone();
  const { namespace, columns, control, exporting, selection, view } = list;
  return (
    <ListTools
      onReset={() => {
        selection.clear();
        control.reset();
      }}
      changed={list.changed}
      view={view}
      onView={phone ? undefined : (form) => control.set({ ...control.state, form })}
    >
      {view === 'grid' && <SortMenu namespace={namespace} columns={columns.visible} {...list.sorting} />}
      <ViewsMenu views={list.views} />
      {exports && (
        <ExportMenu
          progress={exporting.progress}
          onExport={(type) => void exporting.run(type, list.rows.request)}
          onCancel={exporting.cancel}
        />
      )}
      {!phone && (
        <ColumnSettings
          namespace={namespace}
          columns={columns.all}
          layout={columns.layout}
          onApply={(next) => void columns.preference.set(next)}
        />
      )}
    </ListTools>
  );
}
