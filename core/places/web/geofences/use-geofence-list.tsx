import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { deleteRow, deleteRows } from '#platform/web/ui/list/rows/delete-row.ts';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { geofence, geofencePurposes } from '../../common/geofence.ts';
import { editGeofenceAddress, newGeofenceAddress } from '../addresses.ts';
import { type api, useText } from '../api.ts';
import type { Geofence } from './geofence.ts';

const { ago, link } = columnsFor<Geofence>();

export const geofenceRowActions = [
  rowAction<Geofence>('edit', {
    icon: IconPencil,
    access: geofence.can('update'),
    to: (row) => editGeofenceAddress(row.id),
  }),
  { ...deleteRow, access: geofence.can('delete') },
];
export const geofenceBulkActions = [{ ...deleteRows, access: geofence.can('delete') }];
export const geofenceFilters = [
  { field: 'purpose', kind: 'select', options: geofencePurposes },
] as const satisfies FiltersOf<typeof api.geofence.list>;

/** The columns of lists of geofences; the texts are those of this slice. */
export function useGeofenceColumns(): Column<Geofence>[] {
  const { label } = useLabels('places');
  const kind = (row: Geofence) => label(`values.shape.${row.shape.kind}`);
  const purpose = (row: Geofence) => label(`values.purpose.${row.purpose}`);
  return [
    link('name', '/core/geofence/{id}'),
    { field: 'purpose', width: 1, render: purpose, text: purpose },
    { field: 'shape', width: 1, render: kind, text: kind },
    { field: 'description', width: 3, render: (row) => <bdi>{row.description || '–'}</bdi> },
    ago('createdAt'),
  ];
}

export function AddGeofence() {
  const t = useText();
  return (
    <Can access={geofence.can('create')}>
      <Button component={Link} to={newGeofenceAddress} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('addGeofence')}
      </Button>
    </Can>
  );
}
