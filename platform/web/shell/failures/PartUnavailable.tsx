import { Button } from '@mantine/core';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { offlineStore } from '../../offline/offline.ts';
import classes from './Message.module.css';

/**
 * Replaces a part whose files could not be loaded without a network. Browsers remember that a file could not be loaded
 * until the page is reloaded.
 */
export function PartUnavailable() {
  const t = useKitText();
  const offline = useStore(offlineStore);
  return (
    <div className={classes.part} role="note">
      <p>{t('states.offlinePart')}</p>
      {!offline && (
        <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
          {t('actions.refresh')}
        </Button>
      )}
    </div>
  );
}
