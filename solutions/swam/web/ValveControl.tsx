import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDroplet, IconDropletOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { DevicePage } from '#core/devices/common/device.ts';
import { CommandProgress, useCommands, useOtherCustomer } from '#core/devices/web/parts.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { api, useText } from './api.ts';

type Position = 'open' | 'closed';

/** Opens and closes the valve after a confirmation, and shows the progress of the command. */
export function ValveControl({ device }: { device: DevicePage }) {
  const t = useText();
  const [requested, setRequested] = useState<Position | null>(null);
  const permitted = usePermitted(api.command.send.route.access, { resource: device.structure?.id ?? null });
  const otherCustomer = useOtherCustomer(device);
  const { latest: latestCommand, loading, sending, send } = useCommands(api.command, device.id);
  const position = device.values.find((value) => value.sensor === 'valve')?.value;
  const underWay = latestCommand !== null && ['queued', 'sent', 'delivered'].includes(latestCommand.state);
  const button = (to: Position, Icon: typeof IconDroplet) => (
    <Button
      variant={position === to ? 'default' : 'filled'}
      leftSection={<Icon size={iconSizes.md} aria-hidden />}
      disabled={underWay || position === to || device.suspended}
      loading={sending && requested === to}
      onClick={() => setRequested(to)}
    >
      {t(`valve.${to}`)}
    </Button>
  );
  const confirm = () => {
    if (requested) send('valve', { position: requested });
    setRequested(null);
  };
  return (
    <Panel title={t('valve.title')}>
      <Stack>
        {otherCustomer ? null : permitted ? (
          <Group gap="xs">
            {button('open', IconDroplet)}
            {button('closed', IconDropletOff)}
            {device.connection !== 'online' && (
              <Text size="sm" c="dimmed">
                {t('valve.offline')}
              </Text>
            )}
          </Group>
        ) : (
          <Text c="dimmed">{t('valve.mayNot')}</Text>
        )}
        {loading ? (
          <Skeleton h={80} />
        ) : latestCommand ? (
          <CommandProgress command={latestCommand} app="swam" />
        ) : (
          <Text c="dimmed">{t('valve.none')}</Text>
        )}
      </Stack>
      <ConfirmDialog
        opened={requested !== null}
        danger={requested === 'closed'}
        title={t(`valve.ask.${requested ?? 'open'}`)}
        message={t(`valve.means.${requested ?? 'open'}`)}
        entityName={device.name}
        confirmLabel={t(`valve.${requested ?? 'open'}`)}
        onConfirm={confirm}
        onCancel={() => setRequested(null)}
      />
    </Panel>
  );
}
