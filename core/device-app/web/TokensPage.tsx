import { useCallback } from 'react';
import { useParams } from 'react-router';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { TokenList } from '#core/subscriptions/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { SolutionTabs } from './SolutionTabs.tsx';
import { useText } from './texts.ts';
import { useDeviceApp } from './use-device-app.ts';

/** The subscriptions of an app, of one solution or of all. */
export function TokensPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const { app, calls } = useDeviceApp();
  const solutionId = Number(useParams().solutionId) || undefined;
  const solutions = useData(calls.catalogue.userSolutions, {}, { silent: true });
  const addressOf = useCallback(
    (_app: string, device: { id: number; solutionId: number }) => deviceAddress(app, device),
    [app],
  );
  return (
    <PageFrame
      fill
      tabs={tabs}
      title={t('pages.devices-tokens')}
      toolbar={<SolutionTabs solutions={solutions.data?.data} current={solutionId} list="tokens" />}
    >
      <TokenList
        key={solutionId ?? 'all'}
        app={app.id}
        solutionId={solutionId}
        callsOf={() => calls.device}
        addressOf={addressOf}
      />
    </PageFrame>
  );
}
