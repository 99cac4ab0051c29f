import { type Page, textNamespaceOf } from '#platform/common/define-app.ts';
import { menuNamespace, text } from '../../i18n/i18n.ts';
import { useLabels } from '../../i18n/texts.ts';
import { useMe } from '../../session/hooks.tsx';
import { pageAddress } from '../../shell/routing/bind-pages.ts';
import { canOpen } from '../../shell/routing/first-page.ts';
import { type PageTab, usePageHandle } from './PageFrame.tsx';

/**
 * Tabs for the pages of this sidebar group that the person may open, because the sidebar links only to the first of
 * them. Empty if there is only one.
 */
export function useGroupTabs(): PageTab[] {
  useMe();
  const handle = usePageHandle();
  const { label, has } = useLabels(handle ? textNamespaceOf(handle.app, handle.page) : 'kit');
  const group = handle?.page.sidebar?.group;
  if (!handle || !group) return [];
  const pages = handle.app.pages
    .filter((page) => page.sidebar?.group === group && canOpen(handle.app, page))
    .sort((a, b) => (a.sidebar?.order ?? 0) - (b.sidebar?.order ?? 0));
  if (pages.length < 2) return [];
  // A page of another slice has its name in the texts of the menu.
  const named = (page: Page) => {
    const key = `pages.${page.key}`;
    return has(key) ? label(key) : text(menuNamespace(textNamespaceOf(handle.app, page)), key);
  };
  return pages.map((page) => ({ label: named(page), to: pageAddress(handle.app, page) }));
}
