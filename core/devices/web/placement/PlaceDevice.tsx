import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconMapPinPlus, IconTransfer } from '@tabler/icons-react';
import { useState } from 'react';
import { useWaitingOf } from '#platform/web/offline/send-or-keep.ts';
import { WaitingChip } from '#platform/web/offline/WaitingChip.tsx';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { DeviceDetail } from '../../common/device.ts';
import { useOtherCustomer } from '../other-customer.tsx';
import { useText } from '../texts.ts';
import type { DeviceCalls } from '../use-device.ts';
import { PlaceForm, waitingDevice } from './PlaceForm.tsx';
import { UninstallDevice } from './UninstallDevice.tsx';

type Props = { calls: DeviceCalls; device: DeviceDetail };

/** The place of the button while the device loads. */
export function PlaceDeviceSkeleton({ calls }: Pick<Props, 'calls'>) {
  const t = useText();
  return (
    <Can access={calls.install.route.access}>
      <Skeleton w="fit-content" aria-busy inert>
        <Button leftSection={<IconTransfer size={iconSizes.md} aria-hidden />}>{t('placing.change')}</Button>
      </Skeleton>
    </Can>
  );
}

/** The button and panel that install, move or uninstall a device. */
export function PlaceDevice({ calls, device }: Props) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const waits = useWaitingOf(waitingDevice(device.id)).length > 0;
  const otherCustomer = useOtherCustomer(device);
  if (otherCustomer || device.state === 'removed') return null;
  const installed = device.state === 'installed';
  const Icon = installed ? IconTransfer : IconMapPinPlus;
  // A device without a structure can be installed by everybody who may install devices in some structure.
  const permissionTarget = { resource: device.structure?.id };
  return (
    <Can access={calls.install.route.access} on={permissionTarget}>
      <WaitingChip of={waitingDevice(device.id)} />
      {(installed || !waits) && (
        <Button
          variant={installed ? 'default' : 'filled'}
          leftSection={<Icon size={iconSizes.md} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          {t(installed ? 'placing.change' : 'placing.install')}
        </Button>
      )}
      {opened && (
        <SidePanel title={t(installed ? 'placing.moveTitle' : 'placing.installTitle')} onClose={close}>
          <Stack gap="xl">
            <PlaceForm calls={calls} device={device} onSaved={close} />
            <Can access={calls.remove.route.access} on={permissionTarget}>
              <Stack component="section" gap="xs" aria-label={t('placing.leave')}>
                <Text fw={600}>{t('placing.leave')}</Text>
                <Text size="sm" c="dimmed">
                  {t('placing.leaveText')}
                </Text>
                <UninstallDevice calls={calls} device={device} onDone={close} />
              </Stack>
            </Can>
          </Stack>
        </SidePanel>
      )}
    </Can>
  );
}
