import { Button } from '@mantine/core';
import { IconCalendarOff, IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { countModes, location, locationTypes, type ShownLocation } from '../common/location.ts';
import { reservation } from '../common/reservation.ts';
import { editLocationAddress, newLocationAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { LocationsMap } from './LocationsMap.tsx';
import { CloseForm } from './reservations/CloseForm.tsx';
import { useLocationColumns } from './use-location-columns.tsx';

const filters: FiltersOf<typeof api.location.list> = [
  { field: 'type', kind: 'select', options: locationTypes },
  { field: 'countMode', kind: 'select', options: countModes },
  { field: 'public', kind: 'boolean' },
];
const edit = rowAction<ShownLocation>('edit', {
  icon: IconPencil,
  access: location.can('update'),
  to: ({ id }) => editLocationAddress(id),
});

const views = ['list', 'map'] as const;

/** The car parks with how full each is. */
export function LocationsPage() {
  const t = useText();
  const columns = useLocationColumns();
  const [search, setSearch] = useSearchParams();
  const [closing, setClosing] = useState<ShownLocation | null>(null);
  const rowActions = useMemo(
    () => [
      edit,
      rowAction<ShownLocation>('close', {
        icon: IconCalendarOff,
        access: reservation.can('create'),
        run(row) {
          setClosing(row);
          return undefined;
        },
      }),
    ],
    [],
  );
  const view = search.get('view') === 'map' ? 'map' : 'list';
  const add = (
    <Can access={location.can('create')}>
      <Button component={Link} to={newLocationAddress} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('addLocation')}
      </Button>
    </Can>
  );
  const tabs = {
    tabs: views.map((value) => ({ value, label: t(`views.${value}`) })),
    tab: view,
    onTab: (value: string) => setSearch(value === 'list' ? {} : { view: value }),
  };
  if (view === 'map')
    return (
      <PageFrame fill action={add} {...tabs}>
        <LocationsMap />
      </PageFrame>
    );
  return (
    <>
      <ListPage
        {...tabs}
        of={{ list: api.location.list }}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        action={add}
        empty="location"
        emptyAction={add}
        exports
      />
      {closing && <CloseForm location={closing} onClose={() => setClosing(null)} />}
    </>
  );
}
