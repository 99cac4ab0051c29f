import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { useStore } from '../client/store.ts';
import { useFormats } from '../i18n/formats.ts';
import { sizeText } from '../i18n/size-text.ts';
import { useKitText } from '../i18n/texts.ts';
import { lazyPart } from '../shell/failures/chunk-failure.ts';
import classes from './ConnectionBar.module.css';
import { offlineStore } from './offline.ts';
import { waiting as queue, useWaitingCalls } from './send-or-keep.ts';
import { bytesOf, waitingStateOf } from './waiting/waiting-call.ts';
import { newVersion, openNewVersion } from './worker.ts';

/** Loads the list of kept changes, which must open without a network. */
export const loadWaitingList = () => import('./WaitingList.tsx');
const WaitingList = lazyPart(() => loadWaitingList().then((module) => module.WaitingList));

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

/** Shows that the server cannot be reached and how old the page is, or that there is a new version. */
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
      <WaitingBar />
    </div>
  );
}

/** Counts the changes that wait to be sent and those that were refused, and opens their list. */
function WaitingBar() {
  const t = useKitText();
  const calls = useWaitingCalls();
  const [opened, setOpened] = useState(false);
  const waiting = calls.filter((call) => waitingStateOf(call) === 'waiting');
  const [waits, bytes] = [waiting.length, bytesOf(waiting)];
  const stays = calls.length - waits;
  return (
    <>
      {calls.length > 0 && (
        <p className={classes.bar}>
          {waits > 0 && <span>{t('waiting.count', { count: waits })}</span>}
          {bytes > 0 && <span>{t('waiting.size', { size: sizeText(bytes) })}</span>}
          {stays > 0 && <span>{t('waiting.refusedCount', { count: stays })}</span>}
          <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
            {t('waiting.show')}
          </Button>
        </p>
      )}
      {opened && (
        <Suspense>
          <WaitingList calls={calls} queue={queue} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
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
