import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { deleteRow, deleteRows } from '#platform/web/ui/list/rows/delete-row.ts';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { geofence } from '../../common/geofence.ts';
import { editGeofenceAddress, newGeofenceAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { ForCompany } from '../ForCompany.tsx';
import type { Geofence } from './geofence.ts';

const { ago, link } = columnsFor<Geofence>();

const rowActions = [
  rowAction<Geofence>('edit', {
    icon: IconPencil,
    access: geofence.can('update'),
    to: (row) => editGeofenceAddress(row.id),
  }),
  { ...deleteRow, access: geofence.can('delete') },
];

const bulkActions = [{ ...deleteRows, access: geofence.can('delete') }];

/** The geofences of a company. */
export function GeofencesPage() {
  return <ForCompany>{(companyId) => <Geofences key={companyId} companyId={companyId} />}</ForCompany>;
}

function Geofences({ companyId }: { companyId: number }) {
  const { label } = useLabels('places');
  const fixed = useMemo(() => ({ companyId }), [companyId]);
  const kind = (row: Geofence) => label(`values.shape.${row.shape.kind}`);
  const columns: Column<Geofence>[] = [
    link('name', '/core/geofence/{id}'),
    { field: 'shape', width: 1, render: kind, text: kind },
    { field: 'description', width: 3, render: (row) => <bdi>{row.description || '–'}</bdi> },
    ago('createdAt'),
  ];
  return (
    <ListPage
      of={api.geofence}
      fixed={fixed}
      columns={columns}
      rowActions={rowActions}
      bulkActions={bulkActions}
      view="auto"
      exports
      action={<AddGeofence />}
      empty="geofence"
      emptyAction={<AddGeofence />}
    />
  );
}

function AddGeofence() {
  const t = useText();
  return (
    <Can access={geofence.can('create')}>
      <Button component={Link} to={newGeofenceAddress} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('addGeofence')}
      </Button>
    </Can>
  );
}
