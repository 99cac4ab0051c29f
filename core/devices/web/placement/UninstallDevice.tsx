import { Button, Stack } from '@mantine/core';
import { IconPackage, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { DeviceDetail } from '../../common/device.ts';
import { useText } from '../texts.ts';
import type { DeviceCalls } from '../use-device.ts';

/** Returns a device to the inventory, or removes it for good after a confirmation. */
export function UninstallDevice({
  calls,
  device,
  onDone,
}: {
  calls: DeviceCalls;
  device: DeviceDetail;
  onDone(): void;
}) {
  const t = useText();
  const [confirming, setConfirming] = useState(false);
  const uninstall = useAction(calls.remove, { onDone, onError: () => setConfirming(false) });
  const run = (to: 'inventory' | 'removed') => uninstall.run({ params: { id: device.id }, body: { to } });
  return (
    <Stack gap="xs">
      {device.state === 'installed' && (
        <Button
          variant="default"
          leftSection={<IconPackage size={iconSizes.md} aria-hidden />}
          loading={uninstall.pending && !confirming}
          onClick={() => run('inventory')}
        >
          {t('placing.toInventory')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconTrash size={iconSizes.md} aria-hidden />}
        onClick={() => setConfirming(true)}
      >
        {t('placing.toRemoved')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('placing.removeTitle')}
        message={t('placing.removeText')}
        entityName={device.name}
        confirmLabel={t('placing.toRemoved')}
        pending={uninstall.pending}
        onConfirm={() => run('removed')}
        onCancel={() => setConfirming(false)}
      />
    </Stack>
  );
}
