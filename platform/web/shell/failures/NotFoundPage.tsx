import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { sessionStore } from '../../session/session-store.ts';
import { shellAddresses } from '../routing/addresses.ts';
import classes from './Message.module.css';

/** Who is signed in keeps header and sidebar around it, which hold the page's `main` already. */
export function NotFoundPage() {
  const t = useKitText();
  const Frame = useStore(sessionStore, ({ me }) => me !== null) ? 'div' : 'main';
  const title = t('states.notFoundTitle');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <Frame className={classes.message}>
      <Stack align="center" gap="sm">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{t('states.notFoundText')}</Text>
        <Button component={Link} to={shellAddresses.main}>
          {t('actions.goHome')}
        </Button>
      </Stack>
    </Frame>
  );
}
