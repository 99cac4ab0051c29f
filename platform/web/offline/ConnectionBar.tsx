import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useStore } from '../client/store.ts';
import { useFormats } from '../i18n/formats.ts';
import { useKitText } from '../i18n/texts.ts';
import classes from './ConnectionBar.module.css';
import { offlineStore } from './offline.ts';
import { newVersion, openNewVersion } from './worker.ts';

/** The age of the oldest reply that the page shows; undefined when it shows none. */
function useOldestData(): number | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const times = cache.findAll({ type: 'active' }).flatMap(({ state }) => state.dataUpdatedAt || []);
      return times.length > 0 ? Math.min(...times) : undefined;
    },
  );
}

/** Says that the server cannot be reached and how old the page is, or that there is a new version. */
export function ConnectionBar() {
  const t = useKitText();
  const offline = useStore(offlineStore);
  const update = useStore(newVersion);
  return (
    <div role="status">
      {offline ? (
        <OfflineText />
      ) : (
        update && (
          <p className={classes.bar}>
            {t('states.newVersion')}
            <Button size="compact-sm" variant="default" onClick={openNewVersion}>
              {t('actions.refresh')}
            </Button>
          </p>
        )
      )}
    </div>
  );
}

function OfflineText() {
  const t = useKitText();
  const { ago } = useFormats();
  const oldest = useOldestData();
  return (
    <p className={classes.bar} data-offline>
      <span>{t('states.offline')}</span>
      {oldest !== undefined && <span>{t('states.offlineAge', { age: ago(oldest) })}</span>}
    </p>
  );
}
