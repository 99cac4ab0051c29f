import { Button } from '@mantine/core';
import { useKitText } from '../i18n/texts.ts';
import { EmptyState } from './EmptyState.tsx';

/** What a page shows when its data did not come: a sentence and another try. */
export function FailedState({ onRetry }: { onRetry(): void }) {
  const t = useKitText();
  return (
    <EmptyState
      drawing="error"
      title={t('states.failedTitle')}
      text={t('states.failedText')}
      action={<Button onClick={onRetry}>{t('actions.retry')}</Button>}
    />
  );
}
