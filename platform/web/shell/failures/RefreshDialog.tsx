import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { offlineStore } from '../../offline/offline.ts';
import { chunkFailed } from './chunk-failure.ts';
import classes from './Message.module.css';

/**
 * Asks for a reload after a chunk failed to load: there is a new version, or the network is down. It uses the native
 * dialog element, because a lazily loaded dialog could fail to load as well.
 */
export function RefreshDialog() {
  return useStore(chunkFailed) ? <Dialog /> : null;
}

function Dialog() {
  const t = useKitText();
  const title = useId();
  const offline = useStore(offlineStore);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={title}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id={title}>{t(offline ? 'states.offlinePageTitle' : 'states.newVersionTitle')}</h2>
      <p>{t(offline ? 'states.offlinePage' : 'states.newVersion')}</p>
      <Button onClick={() => window.location.reload()} autoFocus>
        {t(offline ? 'actions.retry' : 'actions.refresh')}
      </Button>
    </dialog>
  );
}
