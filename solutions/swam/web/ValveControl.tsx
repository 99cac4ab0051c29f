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

/** Opens and closes the valve after a question, and shows how far the command has come. */
export function ValveControl({ device }: { device: DevicePage }) {
  const t = useText();
  const [asked, setAsked] = useState<Position | null>(null);
  const may = usePermitted(api.command.send.route.access, { resource: device.structure?.id ?? null });
  const other = useOtherCustomer(device);
  const { last, loading, sending, send } = useCommands(api.command, device.id);
  const position = device.values.find((one) => one.sensor === 'valve')?.value;
  const underWay = last !== null && ['queued', 'sent', 'delivered'].includes(last.state);
  const button = (to: Position, Icon: typeof IconDroplet) => (
    <Button
      variant={position === to ? 'default' : 'filled'}
      leftSection={<Icon size={iconSizes.md} aria-hidden />}
      disabled={underWay || position === to || device.blocked}
      loading={sending && asked === to}
      onClick={() => setAsked(to)}
    >
      {t(`valve.${to}`)}
    </Button>
  );
  const confirm = () => {
    if (asked) send('valve', { position: asked });
    setAsked(null);
  };
  return (
    <Panel title={t('valve.title')}>
      <Stack>
        {other ? null : may ? (
          <Group gap="xs">
            {button('open', IconDroplet)}
            {button('closed', IconDropletOff)}
            {!device.online && (
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
        ) : last ? (
          <CommandProgress command={last} app="swam" />
        ) : (
          <Text c="dimmed">{t('valve.none')}</Text>
        )}
      </Stack>
      <ConfirmDialog
        opened={asked !== null}
        danger={asked === 'closed'}
        title={t(`valve.ask.${asked ?? 'open'}`)}
        message={t(`valve.means.${asked ?? 'open'}`)}
        entityName={device.name}
        confirmLabel={t(`valve.${asked ?? 'open'}`)}
        onConfirm={confirm}
        onCancel={() => setAsked(null)}
      />
    </Panel>
  );
}
