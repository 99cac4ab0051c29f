import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useKitText } from '../../i18n/texts.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';

/** Asks before unsaved changes are lost, by a link, by Back or by closing the tab. */
export function UnsavedGuard({ when }: { when: boolean }) {
  const t = useKitText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stop);
    return () => window.removeEventListener('beforeunload', stop);
  }, [when]);
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title={t('form.unsavedTitle')}
      message={t('form.unsavedText')}
      confirmLabel={t('form.leave')}
      cancelLabel={t('form.stay')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
