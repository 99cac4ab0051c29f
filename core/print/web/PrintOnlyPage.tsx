import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { useText } from './text.ts';

/** Shown at the address of a printed page without the key of a document. */
export function PrintOnlyPage() {
  const t = useText();
  const kitText = useKitText();
  return (
    <EmptyState
      isPage
      drawing="list"
      title={t('only.title')}
      text={t('only.text')}
      action={
        <Button component={Link} to="/">
          {kitText('actions.goHome')}
        </Button>
      }
    />
  );
}
