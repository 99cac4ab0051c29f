import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { useVehicleList } from './use-vehicle-list.tsx';

/** The vehicles with what they do now, their papers and trackers. */
export function VehiclesPage() {
  const tabs = useGroupTabs();
  const { list, add, panel } = useVehicleList();
  return (
    <>
      <ListPage {...list} tabs={tabs} action={add} />
      {panel}
    </>
  );
}
