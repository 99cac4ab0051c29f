import { useEffect, useState } from 'react';
import { notify } from '../client/notices.ts';
import { freshMs, queryClient } from '../client/query-client.ts';
import { languageStore } from '../i18n/i18n.ts';
import { useKitText } from '../i18n/texts.ts';
import { sessionStore } from '../session/session-store.ts';
import { allEnded, loadQuietly } from '../shell/failures/chunk-failure.ts';
import { boundApps } from '../shell/layout/shell-parts.ts';
import type { BoundApp } from '../shell/routing/bind-pages.ts';
import { canOpen } from '../shell/routing/first-page.ts';
import { canKeepPages, savesData, useWantsAhead } from './ahead.ts';
import { storeAhead } from './worker.ts';

/** What was loaded ahead is loaded again after this time. */
const aheadMs = 30 * freshMs;

type Query = { queryKey: readonly unknown[]; queryFn(context: { signal: AbortSignal }): Promise<unknown> };

/** Loads a query that no page shows yet. A failure does not matter: the page loads it when it is opened. */
export const loadQueryAhead = (query: Query): Promise<void> =>
  queryClient.prefetchQuery({ ...query, staleTime: aheadMs, retry: false });

/** The apps with pages that the person opens daily: those in the bottom bar of phones, and those that these lead to. */
const dailyApps = () =>
  boundApps().filter(({ app }) => app.pages.some((page) => (page.quick?.bar || page.ahead) && canOpen(app, page)));

/** The slices whose files these apps need, and the texts, by the names that `sw.js` has for them. */
function dailyParts(): string[] {
  const language = languageStore.get();
  const parts = dailyApps().flatMap(({ app }) => [app.id, ...[app.id, ...app.needs].map((id) => `${id}/${language}`)]);
  return [...new Set(['platform', ...parts])];
}

/** Everyone has the core. The manifest of an app that the person does not hold lacks its calls. */
const isHeld = ({ app }: BoundApp): boolean =>
  app.kind === 'core' || sessionStore.get().me?.session.apps.includes(app.id) === true;

async function loadData(): Promise<void> {
  for (const { parts } of boundApps().filter(isHeld)) await (await parts.ahead?.())?.loadAhead();
}

/** A page that is drawn without pause, such as a map on a slow device, is never idle; files are loaded all the same. */
const longestWaitMs = 5000;

/** Resolves once the page has no request under way and nothing to do. */
async function idle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => queryClient.isFetching() === 0 && resolve();
  const end = queryClient.getQueryCache().subscribe(check);
  check();
  await promise;
  end();
  // Safari does not report when it is idle.
  if ('requestIdleCallback' in window) {
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: longestWaitMs }));
  }
}

/** Data is loaded without waiting for files: a person on the way to the plant room may soon lose the network. */
const loadAll = () => allEnded([storeAhead(dailyParts()), loadData()]);

/**
 * Loads ahead what the person agreed to keep on this device, once the page is idle, and again when the person returns to
 * it. The service worker fetches the files; no script runs before its page is opened. The person who has just agreed is
 * informed when the pages are there.
 */
export function useLoadAhead(): void {
  const t = useKitText();
  const wanted = useWantsAhead();
  const [wantedBefore] = useState(wanted);
  const waits = wanted && !wantedBefore;
  useEffect(() => {
    if (!wanted || !canKeepPages()) return;
    const ended = new AbortController();
    const load = async (reports: boolean) => {
      await idle();
      if (ended.signal.aborted || document.hidden || !navigator.onLine || savesData()) return;
      await loadQuietly(loadAll);
      if (reports) notify({ kind: 'success', message: t('ahead.done') });
    };
    const start = (reports: boolean) => {
      load(reports).catch((error: unknown) => console.warn('Pages were not loaded ahead', error));
    };
    void navigator.serviceWorker.ready.then(() => {
      if (ended.signal.aborted) return;
      start(waits);
      document.addEventListener('visibilitychange', () => start(false), { signal: ended.signal });
    });
    return () => ended.abort();
  }, [wanted, waits, t]);
}
