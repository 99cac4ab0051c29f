import { Group } from '@mantine/core';
import { RecordGroupsPage } from '#core/groups/web/parts.tsx';
import {
  AddGeofence,
  GeofencesMap,
  geofenceFilters,
  geofenceRowActions,
  useGeofenceColumns,
} from '#core/places/web/parts.tsx';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { api } from '../api.ts';
import { useMapView } from './use-map-view.tsx';

const { list, remove } = api.geofence;
const listed = { list, remove };

/** The geofences of the company in groups of the fleet, as a list or on a map. */
export function FleetGeofencesPage() {
  const tabs = useGroupTabs();
  const columns = useGeofenceColumns();
  const { asMap, toggle } = useMapView();
  if (asMap)
    return (
      <PageFrame
        fill
        tabs={tabs}
        action={
          <Group gap="xs">
            {toggle}
            <AddGeofence />
          </Group>
        }
      >
        <GeofencesMap />
      </PageFrame>
    );
  return (
    <RecordGroupsPage of={api.geofenceGroup} records={list}>
      {({ action, ...shown }) => (
        <ListPage
          tabs={tabs}
          of={listed}
          namespace="places"
          table="fleet_points_geofences"
          columns={columns}
          filters={geofenceFilters}
          rowActions={geofenceRowActions}
          exports
          empty="geofence"
          emptyAction={<AddGeofence />}
          action={
            <Group gap="xs">
              {toggle}
              {action}
              <AddGeofence />
            </Group>
          }
          {...shown}
        />
      )}
    </RecordGroupsPage>
  );
}
