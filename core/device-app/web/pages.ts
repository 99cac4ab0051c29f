import { boardPathOf } from '#core/boards/common/pages.ts';
import { boardPages } from '#core/boards/web/parts.tsx';
import { groupScreens } from '#core/notifications/web/parts.tsx';
import { ruleScreens } from '#core/rules/web/parts.tsx';
import { templatePathOf } from '#core/templates/common/pages.ts';
import { templateScreens } from '#core/templates/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { PageLoader, ShellParts } from '#platform/web/shell/routing/bind-pages.ts';

const inventory = () => import('./InventoryPage.tsx');
const tokens = () => import('./TokensPage.tsx');

const pages: Record<string, PageLoader> = {
  'devices/add': () => import('./add/AddDevicePage.tsx'),
  'devices/inventory': inventory,
  'devices/inventory/solution/{solutionId}': inventory,
  'devices/tokens': tokens,
  'devices/tokens/solution/{solutionId}': tokens,
  'devices/list/solution/{solutionId}/device/{id}': () => import('./DevicePage.tsx'),
  'rules/create': ruleScreens.create,
  'rules/{id}/edit': ruleScreens.edit,
  ...groupScreens,
};

/** The components of the pages that `deviceApp` declares. */
export const deviceAppPages = (app: Pick<AppManifest, 'pages'>): Record<string, PageLoader> => ({
  ...pages,
  ...boardPages(boardPathOf(app)),
  ...templateScreens(templatePathOf(app)),
});

/** The component of `mapPage`. */
export const deviceMap: PageLoader = () => import('./MapPage.tsx');

/** The component of `deviceHistoryPage`. */
export const deviceHistory: PageLoader = () => import('./history/DeviceHistoryPage.tsx');

/** What an app with devices gives the shell: its devices and alarms for Ctrl-K. */
export const deviceAppParts = (app: AppManifest): ShellParts => ({
  search: () => import('./search.ts').then(({ deviceAppSearch }) => ({ search: deviceAppSearch(app) })),
});
