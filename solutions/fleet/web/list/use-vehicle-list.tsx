import { Group } from '@mantine/core';
import { IconFolderPlus, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { AddToGroupPanel, useGroupFilter } from '#core/groups/web/parts.tsx';
import { useSiteFilter } from '#core/places/web/parts.tsx';
import type { RouteOf } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useRowAttachments } from '#platform/web/ui/attachments/row-attachments.tsx';
import { ImportButton } from '#platform/web/ui/import/ImportButton.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import type { ListViewProps } from '#platform/web/ui/list/list-view-props.ts';
import { type BulkAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { paperStates } from '../../common/vehicle/papers.ts';
import {
  propulsions,
  type ShownVehicle,
  vehicle,
  vehicleStatuses,
  vehicleTypes,
} from '../../common/vehicle/vehicle.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { importColumns } from './import-columns.ts';
import { SuspendPanel } from './SuspendPanel.tsx';
import { useVehicleColumns } from './use-vehicle-columns.tsx';
import { VehicleForm } from './VehicleForm.tsx';

type List = typeof api.vehicle.list;
const live = { topics: ['devices'] };
const noParams = {};

function useFilters(): FiltersOf<List> {
  const group = useGroupFilter(api.vehicleGroup);
  const site = useSiteFilter();
  const { data } = useData(api.vehicle.metadata, {}, { silent: true, staleTime: 60_000 });
  return useMemo(
    () => [
      { field: 'status', kind: 'select', options: vehicleStatuses },
      { field: 'groupId', ...group },
      { field: 'structureId', ...site },
      { field: 'type', kind: 'select', options: vehicleTypes },
      { field: 'papers', kind: 'select', options: paperStates },
      { field: 'propulsion', kind: 'select', options: propulsions },
      { field: 'make', kind: 'select', options: (data?.makes ?? []).map(({ value }) => ({ value, label: value })) },
    ],
    [group, site, data],
  );
}

/** The list of vehicles with what can be done with them. */
export function useVehicleList(): { list: ListViewProps<RouteOf<List>>; add: ReactNode; panel: ReactNode } {
  const t = useText();
  const [suspending, setSuspending] = useState<ShownVehicle | null>(null);
  const [grouping, setGrouping] = useState<readonly number[] | null>(null);
  const files = useRowAttachments<ShownVehicle>(api.vehicleFile, noParams);
  const actions = useMemo(
    () => [
      rowAction<ShownVehicle>('suspend', {
        icon: IconPlayerPause,
        access: vehicle.can('suspend'),
        on: ({ structureId }) => ({ resource: structureId }),
        shown: ({ state }) => state === 'active',
        run(row) {
          setSuspending(row);
          return undefined;
        },
      }),
      rowAction<ShownVehicle>('unsuspend', {
        icon: IconPlayerPlay,
        access: vehicle.can('suspend'),
        on: ({ structureId }) => ({ resource: structureId }),
        shown: ({ state }) => state === 'suspended',
        updates: true,
        run: ({ id }) => api.vehicle.unsuspend.send({ params: { id }, silent: 'success' }),
      }),
      files.action,
    ],
    [files.action],
  );
  const { add, rowActions, bulkActions, panel } = useRowPanel<ShownVehicle>(api.vehicle, {
    actions,
    namespace: 'fleet',
    addLabel: t('addVehicle'),
    form: (before, close) => <VehicleForm before={before} onClose={close} />,
  });
  const bulk = useMemo(
    (): BulkAction<ShownVehicle>[] => [
      {
        key: 'addToGroup',
        icon: IconFolderPlus,
        access: api.vehicleGroup.addMembers.route.access,
        async run(rows) {
          setGrouping(rows.map(({ id }) => id));
        },
      },
      ...bulkActions,
    ],
    [bulkActions],
  );
  return {
    add: (
      <Group gap="xs">
        <ImportButton of={api.vehicle.import} columns={importColumns} namespace="fleet" />
        {add}
      </Group>
    ),
    panel: (
      <>
        {panel}
        {files.panel}
        {suspending && <SuspendPanel vehicle={suspending} onClose={() => setSuspending(null)} />}
        {grouping && (
          <AddToGroupPanel
            of={api.vehicleGroup}
            records={api.vehicle.list}
            ids={grouping}
            onClose={() => setGrouping(null)}
          />
        )}
      </>
    ),
    list: {
      of: api.vehicle,
      columns: useVehicleColumns(),
      filters: useFilters(),
      rowActions,
      bulkActions: bulk,
      view: 'auto',
      exports: true,
      live,
      empty: 'vehicle',
      emptyAction: add,
    },
  };
}
