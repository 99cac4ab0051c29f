import { Text } from '@mantine/core';
import type { Device } from '#core/devices/common/device.ts';
import type { DeviceCalls } from '#core/devices/web/parts.tsx';
import { PlaceForm } from '#core/devices/web/parts.tsx';
import { StockForm } from '#core/subscriptions/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { useText } from './texts.ts';

type Props = { calls: DeviceCalls; onClose(): void };

/** Installs a device of the inventory. */
export function InstallPanel({ calls, device, onClose }: Props & { device: Device }) {
  const t = useText();
  return (
    <SidePanel title={t('install.title')} onClose={onClose}>
      <Text c="dimmed" mb="md">
        <bdi>{device.name}</bdi> · <bdi dir="ltr">{device.serial}</bdi>
      </Text>
      <PlaceForm calls={calls} device={device} onSaved={onClose} />
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
