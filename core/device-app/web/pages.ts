import { boardPathOf } from '#core/boards/common/pages.ts';
import { boardPages } from '#core/boards/web/parts.tsx';
import { groupScreens } from '#core/notifications/web/parts.tsx';
import { rulePaths } from '#core/rules/common/rule-paths.ts';
import { ruleScreens } from '#core/rules/web/parts.tsx';
import { templateScreens } from '#core/templates/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { PageLoader, ShellParts } from '#platform/web/shell/routing/bind-pages.ts';
import { devicePaths, ofSolution } from '../common/device-paths.ts';

const inventory = () => import('./InventoryPage.tsx');
const tokens = () => import('./TokensPage.tsx');

const pages: Record<string, PageLoader> = {
  [devicePaths.add]: () => import('./add/AddDevicePage.tsx'),
  [devicePaths.inventory]: inventory,
  [ofSolution(devicePaths.inventory)]: inventory,
  [devicePaths.tokens]: tokens,
  [ofSolution(devicePaths.tokens)]: tokens,
  [devicePaths.page]: () => import('./DevicePage.tsx'),
  [rulePaths.create]: ruleScreens.create,
  [rulePaths.edit]: ruleScreens.edit,
  ...groupScreens,
  ...templateScreens,
};

/** The components of the pages that `deviceApp` declares. */
export const deviceAppPages = (app: Pick<AppManifest, 'pages'>): Record<string, PageLoader> => ({
  ...pages,
  ...boardPages(boardPathOf(app)),
});

/** The component of `mapPage`. */
export const deviceMap: PageLoader = () => import('./MapPage.tsx');

/** The component of `deviceHistoryPage`. */
export const deviceHistory: PageLoader = () => import('./history/DeviceHistoryPage.tsx');

/** What an app with devices gives the shell: its devices and alarms for Ctrl-K, and further lists of its own. */
export const deviceAppParts = (app: AppManifest, own?: ShellParts['search']): ShellParts => ({
  search: async () => {
    const [{ deviceAppSearch }, further] = await Promise.all([import('./search.ts'), own?.()]);
    return { search: [...deviceAppSearch(app), ...(further?.search ?? [])] };
  },
});
