import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { RequestError } from '../../client/request-error.ts';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { sessionStore } from '../../session/session-store.ts';
import { ChunkLoadError } from './chunk-failure.ts';
import classes from './Message.module.css';

/** An error within the main layout, which already has a `main` element. */
export function BrokenPage() {
  const framed = useStore(sessionStore, ({ me }) => me !== null);
  return <RouteError Frame={framed ? 'div' : 'main'} />;
}

/** Logs the error of a page and offers a reload. */
export function RouteError({ Frame = 'main' }: { Frame?: 'main' | 'div' }) {
  const t = useKitText();
  const error = useRouteError();
  useEffect(() => console.error('The page failed', error), [error]);
  // The refresh dialog is open.
  if (error instanceof ChunkLoadError) return null;
  const away = error instanceof RequestError && (error.status === 0 || error.status >= 500);
  return (
    <Frame className={classes.message}>
      <Stack align="center" gap="sm">
        <Title order={1}>{t(away ? 'states.startFailedTitle' : 'states.brokenTitle')}</Title>
        <Text c="dimmed">{t(away ? 'states.startFailedText' : 'states.brokenText')}</Text>
        <Button onClick={() => window.location.reload()}>{t(away ? 'actions.retry' : 'actions.refresh')}</Button>
      </Stack>
    </Frame>
  );
}
