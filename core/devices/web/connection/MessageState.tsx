import { Group, Loader, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import type { DeviceDetail } from '../../common/device.ts';
import classes from '../Devices.module.css';
import { TokenNotice } from '../TokenNotice.tsx';
import { useText } from '../texts.ts';
import { ValueTiles } from '../values/ValueTiles.tsx';

/** Waits for the first message of a device, then shows its values as they come. */
export function MessageState({ device }: { device: DeviceDetail }) {
  const t = useText();
  const received = device.values.filter(({ value }) => value !== null).map(({ sensor }) => sensor);
  return (
    <Stack gap="sm">
      <Group gap="sm" role="status" className={classes.message} data-received={device.lastSeenAt !== null || undefined}>
        {device.lastSeenAt === null ? (
          <>
            <Loader size="sm" aria-hidden />
            <Text fw={600}>{t('connection.waiting')}</Text>
          </>
        ) : (
          <>
            <IconCircleCheckFilled size={iconSizes.lg} aria-hidden />
            <Text fw={600}>{t('connection.received')}</Text>
            <Text size="sm" c="dimmed">
              <Ago at={device.lastSeenAt} />
            </Text>
          </>
        )}
      </Group>
      {device.token === 'active' ? (
        received.length > 0 && <ValueTiles device={device} app={device.app} only={received} />
      ) : (
        <TokenNotice device={device} />
      )}
    </Stack>
  );
}
