import { Button, Stack, Text } from '@mantine/core';
import { IconMapPinPlus, IconTransfer } from '@tabler/icons-react';
import { useState } from 'react';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { DevicePage } from '../common/device.ts';
import { useOtherCustomer } from './other-customer.tsx';
import { PlaceForm } from './PlaceForm.tsx';
import { TakeOut } from './TakeOut.tsx';
import { useText } from './texts.ts';
import type { DeviceCalls } from './use-device.ts';

type Props = { calls: DeviceCalls; device: DevicePage };

/** Installs a device, moves it, or takes it out, for those who may. */
export function PlaceDevice({ calls, device }: Props) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const other = useOtherCustomer(device);
  if (other || device.state === 'removed') return null;
  const inside = device.state === 'installed';
  const Icon = inside ? IconTransfer : IconMapPinPlus;
  // What stands nowhere yet may be installed by whoever may install somewhere.
  const on = { resource: device.structure?.id };
  return (
    <Can access={calls.install.route.access} on={on}>
      <Button
        variant={inside ? 'default' : 'filled'}
        leftSection={<Icon size={iconSizes.md} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t(inside ? 'placing.change' : 'placing.install')}
      </Button>
      {opened && (
        <SidePanel title={t(inside ? 'placing.moveTitle' : 'placing.installTitle')} onClose={close}>
          <Stack gap="xl">
            <PlaceForm calls={calls} device={device} onSaved={close} />
            <Stack component="section" gap="xs" aria-label={t('placing.leave')}>
              <Text fw={600}>{t('placing.leave')}</Text>
              <Text size="sm" c="dimmed">
                {t('placing.leaveText')}
              </Text>
              <TakeOut calls={calls} device={device} onDone={close} />
            </Stack>
          </Stack>
        </SidePanel>
      )}
    </Can>
  );
}
