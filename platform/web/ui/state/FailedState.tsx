import { Button } from '@mantine/core';
import { errorMessage } from '../../client/connection.ts';
import { RequestError } from '../../client/request-error.ts';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { offlineStore } from '../../offline/offline.ts';
import { EmptyState } from './EmptyState.tsx';

type Props = { onRetry(): void; error?: Error | null };

/** The state of a failed request: a retry button, or the message that the record does not exist. */
export function FailedState({ onRetry, error }: Props) {
  const t = useKitText();
  const offline = useStore(offlineStore);
  if (error instanceof RequestError && (error.status === 403 || error.status === 404))
    return <GoneState text={errorMessage(error)} />;
  return (
    <EmptyState
      drawing="error"
      title={t(offline ? 'states.offlinePageTitle' : 'states.failedTitle')}
      text={t(offline ? 'states.offlineData' : 'states.failedText')}
      action={<Button onClick={onRetry}>{t('actions.retry')}</Button>}
    />
  );
}

/** The record does not exist or the person may not see it. */
export function GoneState({ text }: { text?: string }) {
  const t = useKitText();
  return <EmptyState drawing="search" title={t('notifications.errors.404')} text={text ?? t('errors.not-found')} />;
}
