import { siteColumn, useSiteFilter } from '#core/places/web/parts.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type ShownVisit, visitKinds, visitStates } from '../../common/visits/visit.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { stateTones } from './state-tones.ts';
import { VisitForm } from './VisitForm.tsx';

const { date, link } = columnsFor<ShownVisit>();

/** The visits to all sites: planned, under way, done and missed. */
export function VisitsPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const site = useSiteFilter();
  const filters: FiltersOf<typeof api.visit.list> = [
    { field: 'state', kind: 'select', options: visitStates },
    { field: 'kind', kind: 'select', options: visitKinds },
    { field: 'plannedAt', kind: 'date' },
    { field: 'structureId', ...site },
  ];
  const columns = [
    link('number', '/LessWaste/visits/visit/{id}', { width: 1 }),
    { ...siteColumn, width: 2 },
    {
      field: 'state',
      render: ({ state }: ShownVisit) => <StatusChip value={state} field="state" tones={stateTones} />,
    },
    date('plannedAt'),
    { field: 'kind', render: ({ kind }: ShownVisit) => t(`values.kind.${kind}`) },
    { field: 'checked', render: ({ checked, traps }: ShownVisit) => t('checkedShort', { checked, traps }) },
    { field: 'technician', render: ({ technician }: ShownVisit) => technician?.name ?? '–' },
  ] as const;
  const { add, rowActions, panel } = useRowPanel<ShownVisit>(api.visit, {
    namespace: 'rodent',
    addLabel: t('planVisit'),
    form: (before, close) => <VisitForm before={before} onClose={close} />,
  });
  return (
    <>
      <ListPage
        of={api.visit}
        tabs={tabs}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        action={add}
        empty="visit"
        emptyAction={add}
        exports
      />
      {panel}
    </>
  );
}
