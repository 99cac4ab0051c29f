import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { chunkFailed } from './chunk-failure.ts';
import classes from './Message.module.css';

/**
 * A part of the program did not load: a newer version is there, or the network is gone. The browser's own dialog, because
 * one that had to be loaded would be missing as well.
 */
export function RefreshDialog() {
  return useStore(chunkFailed) ? <Dialog /> : null;
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
