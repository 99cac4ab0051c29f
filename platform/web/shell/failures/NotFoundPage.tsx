import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { sessionStore } from '../../session/session-store.ts';
import { shellAddresses } from '../routing/addresses.ts';
import classes from './Message.module.css';

/** Signed-in people see it within the main layout, which already has a `main` element. */
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
