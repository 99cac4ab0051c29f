import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import { QrCode } from '#platform/web/ui/images/QrCode.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { CopyTextButton } from '#platform/web/ui/values/CopyTextButton.tsx';
import type { GrantWithSecrets } from '../common/grant.ts';
import classes from './Access.module.css';
import { useText } from './texts.ts';

/** The secrets of a new grant, which are shown once. */
export function GivenSecrets({ secrets }: { secrets: GrantWithSecrets['secrets'] }) {
  const t = useText();
  const { pin, linkPin, links } = secrets;
  return (
    <Stack>
      {(pin || links.length > 0) && <Alert color="orange">{t('given.once')}</Alert>}
      {pin && (
        <Panel title={t('given.pin')}>
          <Group>
            <Text className={classes.code} dir="ltr">
              {pin}
            </Text>
            <CopyTextButton value={pin} label={t('given.copyOf', { what: t('given.pin') })} />
          </Group>
        </Panel>
      )}
      {linkPin && (
        <Panel title={t('given.linkPin')}>
          <Text className={classes.code} dir="ltr">
            {linkPin}
          </Text>
        </Panel>
      )}
      {links.map(({ deviceId, device, url }) => (
        <Panel key={deviceId} title={device}>
          <Stack align="center">
            <QrCode text={url} label={t('given.qr', { device })} />
            <Text dir="ltr" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Text>
            <Group>
              <CopyTextButton value={url} label={t('given.copyOf', { what: device })} />
              {'share' in navigator && (
                <Button
                  leftSection={<IconShare size={iconSizes.md} aria-hidden />}
                  onClick={() => void navigator.share({ url }).catch(() => undefined)}
                >
                  {t('given.send')}
                </Button>
              )}
            </Group>
          </Stack>
        </Panel>
      ))}
    </Stack>
  );
}
