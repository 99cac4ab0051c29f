import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { RequestError } from '../../client/request-error.ts';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { offlineStore } from '../../offline/offline.ts';
import { sessionStore } from '../../session/session-store.ts';
import { ChunkLoadError } from './chunk-failure.ts';
import classes from './Message.module.css';
import { OfflinePage } from './OfflinePage.tsx';

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
  if (error instanceof ChunkLoadError) return <MissingPage Frame={Frame} />;
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

/** A page whose files did not load: without a network it says so; otherwise the refresh dialog is open. */
function MissingPage({ Frame }: { Frame: 'main' | 'div' }) {
  const offline = useStore(offlineStore);
  const [wasOffline, setWasOffline] = useState(offline);
  if (offline && !wasOffline) setWasOffline(true);
  return wasOffline ? <OfflinePage Frame={Frame} /> : null;
}
