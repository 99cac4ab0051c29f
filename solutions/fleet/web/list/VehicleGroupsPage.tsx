import { RecordGroupsPage } from '#core/groups/web/parts.tsx';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { api } from '../api.ts';
import { useVehicleColumns } from './use-vehicle-columns.tsx';

/** Vehicles are changed and deleted in their own list. */
const listed = { list: api.vehicle.list };

/** The groups of vehicles, next to the vehicles of the chosen one. */
export function VehicleGroupsPage() {
  const tabs = useGroupTabs();
  const columns = useVehicleColumns();
  return (
    <RecordGroupsPage of={api.vehicleGroup} records={api.vehicle.list}>
      {(shown) => <ListPage tabs={tabs} of={listed} columns={columns} empty="vehicle" {...shown} />}
    </RecordGroupsPage>
  );
}
