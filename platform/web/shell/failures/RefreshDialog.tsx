import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { offlineStore } from '../../offline/offline.ts';
import { chunkFailed } from './chunk-failure.ts';
import classes from './Message.module.css';

/**
 * Asks for a reload after a chunk failed to load although the server can be reached: there is a new version. It uses the
 * native dialog element, because a lazily loaded dialog could fail to load as well.
 */
export function RefreshDialog() {
  const offline = useStore(offlineStore);
  const failed = useStore(chunkFailed);
  // A failure that the network explains afterwards is not a sign of a new version.
  useEffect(() => {
    if (offline) chunkFailed.set(false);
  }, [offline]);
  return failed && !offline ? <Dialog /> : null;
}

function Dialog() {
  const t = useKitText();
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={title}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id={title}>{t('states.newVersionTitle')}</h2>
      <p>{t('states.newVersion')}</p>
      <Button onClick={() => window.location.reload()} autoFocus>
        {t('actions.refresh')}
      </Button>
    </dialog>
  );
}
