import { mailPlanRoutes } from '#core/mail-plans/common/mail-plan.ts';
import { type AppManifest, textNamespaceOf } from '#platform/common/define-app.ts';
import { useLabelsOf } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { pageAddress } from '#platform/web/shell/routing/bind-pages.ts';
import { canOpen } from '#platform/web/shell/routing/first-page.ts';
import type { PageTab } from '#platform/web/ui/page/PageFrame.tsx';
import { groupsAddressOf } from '../common/group-desk.ts';
import { groupKinds, useAppsWithGroups } from './groups/source.ts';
import { useText } from './texts.ts';

/** The pages that apps declare as tabs next to their groups, as far as the person may open them. */
export function useTabsOfApps(apps: readonly AppManifest[]): PageTab[] {
  const labelsOf = useLabelsOf(apps.map(({ id }) => id));
  const declared = apps.flatMap((app) =>
    app.pages.filter((page) => app.groupTabs?.includes(page.path) && canOpen(app, page)).map((page) => ({ app, page })),
  );
  const isOneApp = new Set(declared.map(({ app }) => app.id)).size < 2;
  return declared.map(({ app, page }) => {
    const label = labelsOf(textNamespaceOf(app, page)).label(`pages.${page.key}`);
    return { label: isOneApp ? label : `${label} · ${app.brand}`, to: pageAddress(app, page) };
  });
}

/** The tabs of such a page of an app: its groups and mail plans, and these pages. None if it is the only one. */
export function useGroupTabsOf(app: AppManifest): PageTab[] {
  const t = useText();
  const withGroups = useAppsWithGroups();
  const seesPlans = usePermitted(mailPlanRoutes.list.access);
  const own = useTabsOfApps([app]);
  const kinds = groupKinds.filter((kind) => withGroups[kind].some(({ id }) => id === app.id));
  const shown = [...kinds, ...(seesPlans ? (['schedule'] as const) : [])];
  const tabs = shown.map((kind) => ({ label: t(`groups.tabs.${kind}`), to: groupsAddressOf(app, kind) }));
  return tabs.length === 0 ? [] : [...tabs, ...own];
}
