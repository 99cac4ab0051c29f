import { useSearchParams } from 'react-router';
import { deviceAppOf } from '#core/device-app/web/parts.tsx';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { DevicesWithoutToken, TokenList } from '#core/subscriptions/web/parts.tsx';
import { registeredApps } from '#platform/web/session/session.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useText } from './texts.ts';

const appById = (id: string) => registeredApps().find((app) => app.id === id);
const callsOf = (id: string) => {
  const app = appById(id);
  return app && deviceAppOf(app).calls.device;
};
const addressOf = (id: string, device: { id: number; solutionId: number }) => {
  const app = appById(id);
  return app && deviceAddress(app, device);
};

/** The subscriptions of the person's company and its clients in all apps, and the devices that have none. */
export function TokensPage() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'without' ? 'without' : 'all';
  return (
    <PageFrame
      fill
      tabs={[
        { value: 'all', label: t('tokens.all') },
        { value: 'without', label: t('tokens.without') },
      ]}
      tab={tab}
      onTab={(value) => setParams(value === 'all' ? {} : { tab: value })}
    >
      {tab === 'all' ? (
        <TokenList callsOf={callsOf} addressOf={addressOf} />
      ) : (
        <DevicesWithoutToken addressOf={addressOf} />
      )}
    </PageFrame>
  );
}
