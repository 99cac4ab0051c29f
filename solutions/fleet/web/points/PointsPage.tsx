import { Group } from '@mantine/core';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { PointsMap } from './PointsMap.tsx';
import { useMapView } from './use-map-view.tsx';
import { usePointList } from './use-point-list.tsx';

/** The points of interest as a list or on a map. */
export function PointsPage() {
  const tabs = useGroupTabs();
  const { asMap, toggle } = useMapView();
  const { list, add, panel, show } = usePointList();
  const action = (
    <Group gap="xs">
      {toggle}
      {add}
    </Group>
  );
  return (
    <>
      {asMap ? (
        <PageFrame fill tabs={tabs} action={action}>
          <PointsMap onPoint={show} />
        </PageFrame>
      ) : (
        <ListPage {...list} tabs={tabs} action={action} />
      )}
      {panel}
    </>
  );
}
