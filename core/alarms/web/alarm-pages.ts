import type { PageHandle } from '#platform/web/shell/routing/navigation.ts';

/** The open and closed lists to which a page belongs: those of all classes (`name` is null) or of a class. */
export function pagesOf(handle: PageHandle | undefined) {
  const path = handle?.page.path;
  const all = handle?.app.alarmPages;
  if (handle && all && (path === all.open || path === all.history)) return { ...handle, name: null, ...all };
  const entry = Object.entries(handle?.app.alarmClasses ?? {}).find(([, { page, historyPage }]) =>
    [page, historyPage].includes(path),
  );
  if (!handle || !entry) throw new Error('An alarms page stands in the manifest as the page of a class of alarms');
  const [name, { page: open, historyPage: history }] = entry;
  return { ...handle, name, open, history };
}
