import { useData } from '#platform/web/client/hooks.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { DeviceList } from './DeviceList.tsx';
import { AddDevice } from './DeviceListPage.tsx';
import { SolutionTabs } from './SolutionTabs.tsx';
import { useText } from './texts.ts';
import { useDeviceApp } from './use-device-app.ts';

/** The devices of all solutions of an app in one list. */
export function AllDevicesPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const { calls } = useDeviceApp();
  const solutions = useData(calls.catalogue.userSolutions, {}, { silent: true });
  return (
    <PageFrame
      fill
      tabs={tabs}
      title={t('pages.devices-all')}
      action={<AddDevice />}
      toolbar={<SolutionTabs solutions={solutions.data?.data} current={undefined} />}
    >
      <DeviceList />
    </PageFrame>
  );
}
