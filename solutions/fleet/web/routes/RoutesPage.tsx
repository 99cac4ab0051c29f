import { Button, Switch } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { formatList, useFormats } from '#platform/web/i18n/formats.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { deleteRow, deleteRows } from '#platform/web/ui/list/rows/delete-row.ts';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { type ListedRoute, plannedRoute } from '../../common/routes/route.ts';
import { newRouteAddress, routeAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const { link, number, ago } = columnsFor<ListedRoute>();

const rowActions = [
  rowAction<ListedRoute>('edit', {
    icon: IconPencil,
    access: plannedRoute.can('update'),
    to: ({ id }) => routeAddress(id),
  }),
  { ...deleteRow, access: plannedRoute.can('delete') },
];
const bulkActions = [{ ...deleteRows, access: plannedRoute.can('delete') }];
const filters = [{ field: 'active', kind: 'boolean' }] as const satisfies FiltersOf<typeof api.route.list>;

function ActiveSwitch({ row }: { row: ListedRoute }) {
  const t = useText();
  const mayChange = usePermitted(plannedRoute.can('update'));
  const update = useAction(api.route.update);
  return (
    <Switch
      size="xs"
      aria-label={`${t('columns.active')}: ${row.name}`}
      checked={row.active}
      disabled={!mayChange || update.pending}
      onChange={({ currentTarget }) => update.run({ params: { id: row.id }, body: { active: currentTarget.checked } })}
    />
  );
}

function useColumns(): Column<ListedRoute>[] {
  const t = useText();
  const kit = useFormats();
  return useMemo(() => {
    const km = (row: ListedRoute) => t('km', { value: kit.number(row.metres / 1000, 1) });
    const time = (row: ListedRoute) => formatDuration(row.seconds * 1000);
    const engine = (row: ListedRoute) => t(`values.engine.${row.engine}`);
    const vehicles = (row: ListedRoute) => formatList(row.vehicles.map(({ name }) => name));
    return [
      link('name', ({ id }) => routeAddress(id), { names: true }),
      number('stopCount', { name: 'stops', sortable: false }),
      { field: 'metres', width: 1, numeric: true, text: km, render: (row) => <Bdi>{km(row)}</Bdi> },
      { field: 'seconds', width: 1, text: time, render: time },
      {
        field: 'vehicles',
        name: 'routeVehicles',
        width: 2,
        sortable: false,
        text: vehicles,
        render: (row) => <bdi>{vehicles(row) || '–'}</bdi>,
      },
      {
        field: 'active',
        width: 1,
        sortable: false,
        text: (row) => (row.active ? '✓' : ''),
        render: (row) => <ActiveSwitch row={row} />,
      },
      { field: 'engine', width: 1, sortable: false, text: engine, render: engine },
      ago('createdAt', { hidden: true }),
    ];
  }, [t, kit]);
}

function AddRoute() {
  const t = useText();
  return (
    <Can access={plannedRoute.can('create')}>
      <Button component={Link} to={newRouteAddress} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('addRoute')}
      </Button>
    </Can>
  );
}

/** The routes of the company: how far and how long they are, and who drives them. */
export function RoutesPage() {
  const tabs = useGroupTabs();
  return (
    <ListPage
      of={api.route}
      tabs={tabs}
      columns={useColumns()}
      filters={filters}
      rowActions={rowActions}
      bulkActions={bulkActions}
      view="auto"
      exports
      action={<AddRoute />}
      empty="route"
      emptyAction={<AddRoute />}
    />
  );
}
