import { useEffect } from 'react';
import { freshMs, queryClient } from '../../client/query-client.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { allEnded, loadLazyParts, loadQuietly } from '../failures/chunk-failure.ts';
import type { BoundApp } from '../routing/bind-pages.ts';
import { canOpen } from '../routing/first-page.ts';
import { boundApps } from './shell-parts.ts';

/** What was loaded ahead is loaded again after this time. */
const aheadMs = 30 * freshMs;

type Query = { queryKey: readonly unknown[]; queryFn(context: { signal: AbortSignal }): Promise<unknown> };

/** Loads a query that no page shows yet. A failure does not matter: the page loads it when it is opened. */
export const loadQueryAhead = (query: Query): Promise<void> =>
  queryClient.prefetchQuery({ ...query, staleTime: aheadMs, retry: false });

/** Loads the files of an app's pages in the bottom bar of phones, and of the pages that these lead to. */
async function loadPages({ app, loaders }: BoundApp): Promise<void> {
  const daily = app.pages.filter((page) => (page.quick?.bar || page.ahead) && canOpen(app, page));
  await allEnded(daily.map(({ path }) => loaders[path]?.()));
  if (daily.length > 0) await loadTexts([app.id, ...app.needs]);
}

async function loadData(): Promise<void> {
  for (const { parts } of boundApps()) await (await parts.ahead?.())?.loadAhead();
}

/** Data do not wait for parts of pages: who goes down to the plant room next may lose the network soon. */
async function loadAll(): Promise<void> {
  for (const bound of boundApps()) await loadPages(bound);
  await allEnded([loadLazyParts(), loadData()]);
}

/** Loads ahead once the app can open without a network, and when the person returns to it. */
export function useLoadAhead(): void {
  useEffect(() => {
    const ended = new AbortController();
    const load = () => {
      if (ended.signal.aborted || document.hidden || !navigator.onLine) return;
      loadQuietly(loadAll).catch((error: unknown) => console.warn('Pages were not loaded ahead', error));
    };
    void navigator.serviceWorker?.ready.then(() => {
      load();
      document.addEventListener('visibilitychange', load, { signal: ended.signal });
    });
    return () => ended.abort();
  }, []);
}
