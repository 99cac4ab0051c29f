import { Button, Stack } from '@mantine/core';
import { IconPackage, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { DevicePage } from '../common/device.ts';
import { useText } from './texts.ts';
import type { DeviceCalls } from './use-device.ts';

/** Takes a device from its place: into the inventory, or out of use for good, which is asked first. */
export function TakeOut({ calls, device, onDone }: { calls: DeviceCalls; device: DevicePage; onDone(): void }) {
  const t = useText();
  const [asked, setAsked] = useState(false);
  const leave = useAction(calls.remove, { onDone, onError: () => setAsked(false) });
  const go = (to: 'inventory' | 'removed') => leave.run({ params: { id: device.id }, body: { to } });
  return (
    <Stack gap="xs">
      {device.state === 'installed' && (
        <Button
          variant="default"
          leftSection={<IconPackage size={iconSizes.md} aria-hidden />}
          loading={leave.pending && !asked}
          onClick={() => go('inventory')}
        >
          {t('placing.toInventory')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconTrash size={iconSizes.md} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t('placing.toRemoved')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('placing.removeTitle')}
        message={t('placing.removeText')}
        entityName={device.name}
        confirmLabel={t('placing.toRemoved')}
        pending={leave.pending}
        onConfirm={() => go('removed')}
        onCancel={() => setAsked(false)}
      />
    </Stack>
  );
}
