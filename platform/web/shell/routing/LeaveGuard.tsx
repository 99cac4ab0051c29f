import { Suspense, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { lazyPart } from '../failures/chunk-failure.ts';
import { pendingLeave, unsavedForms } from './unsaved-changes.ts';

const ConfirmDialog = lazyPart(() =>
  import('../../ui/dialogs/ConfirmDialog.tsx').then((module) => module.ConfirmDialog),
);

/**
 * Asks before unsaved changes are lost by a link, by Back or by closing the tab. Rendered once, because a router
 * supports one blocker.
 */
export function LeaveGuard() {
  const t = useKitText();
  const unsaved = useStore(unsavedForms) > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsavedForms.get() > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stop);
    return () => window.removeEventListener('beforeunload', stop);
  }, [unsaved]);
  const other = useStore(pendingLeave);
  const blocked = blocker.state === 'blocked';
  if (!blocked && !other) return null;
  const leave = () => {
    if (blocked) return blocker.proceed();
    unsavedForms.set(0);
    pendingLeave.set(null);
    other?.run();
  };
  const stay = () => {
    if (blocked) blocker.reset();
    pendingLeave.set(null);
  };
  return (
    <Suspense>
      <ConfirmDialog
        opened
        title={t('form.unsavedTitle')}
        message={t('form.unsavedText')}
        confirmLabel={t('form.leave')}
        cancelLabel={t('form.stay')}
        onConfirm={leave}
        onCancel={stay}
      />
    </Suspense>
  );
}
