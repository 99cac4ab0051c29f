import { useAction } from '#platform/web/client/hooks.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Device } from '../common/device.ts';
import { PlaceForm } from './PlaceForm.tsx';
import { StockForm } from './TokenPanels.tsx';
import { useText } from './texts.ts';
import { type DeviceCalls, useDevice } from './use-device.ts';

type Props = { calls: DeviceCalls; onClose(): void };

/** Installs a device of the inventory. */
export function InstallPanel({ calls, id, onClose }: Props & { id: number }) {
  const t = useText();
  const device = useDevice(calls, id);
  return (
    <SidePanel title={t('placing.installTitle')} onClose={onClose}>
      {device.data ? <PlaceForm calls={calls} device={device.data} onSaved={onClose} /> : <QueryBoundary of={device} />}
    </SidePanel>
  );
}

/** Puts a subscription from stock on a device. */
export function SubscribePanel({ calls, device, onClose }: Props & { device: Device }) {
  const t = useText();
  const assign = useAction(calls.token);
  return (
    <SidePanel title={t('actions.subscribe')} onClose={onClose}>
      <StockForm
        need={device}
        label={t('actions.subscribe')}
        save={(body) => assign.ask({ params: { id: device.id }, body })}
        onSaved={onClose}
      />
    </SidePanel>
  );
}
