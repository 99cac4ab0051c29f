import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { offlineStore } from '../../offline/offline.ts';
import { shellAddresses } from '../routing/addresses.ts';
import classes from './Message.module.css';

/**
 * Replaces a page whose files are not on the device. An installed app has no back button, so the page offers one;
 * header and bottom bar stay usable. It opens the page once the network is back.
 */
export function OfflinePage({ Frame }: { Frame: 'main' | 'div' }) {
  const t = useKitText();
  const navigate = useNavigate();
  const offline = useStore(offlineStore);
  useEffect(() => {
    // Browsers remember that a file could not be loaded until the document is loaded again.
    if (!offline) window.location.reload();
  }, [offline]);
  // The first page of a visit has nothing to go back to.
  const isFirst = useLocation().key === 'default';
  const back = () => (isFirst ? navigate(shellAddresses.main) : navigate(-1));
  return (
    <Frame className={classes.message}>
      <Stack align="center" gap="sm">
        <Title order={1}>{t('states.offlinePageTitle')}</Title>
        <Text c="dimmed">{t('states.offlinePage')}</Text>
        <Group>
          <Button onClick={() => void back()}>{t('actions.back')}</Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            {t('actions.retry')}
          </Button>
        </Group>
      </Stack>
    </Frame>
  );
}
