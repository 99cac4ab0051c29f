import { anyAccount } from '#platform/common/access.ts';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { currentDenial, registeredApps } from '../../session/session.ts';
import { savedFiltersOf } from './saved-filters.ts';

/** Whether the company is entitled to the app and the app is offered to the person. */
export const isOffered = (app: AppManifest): boolean => currentDenial(anyAccount, { app: app.id }) === null;

/** Whether the person may open the page, including entitlement and offer of the app; one that gathers others, if one of them. */
export function canOpen(app: AppManifest, page: Page): boolean {
  if (page.development && !import.meta.env.DEV) return false;
  if (currentDenial(page.access, { app: app.id }) !== null) return false;
  return !page.gathers || savedFiltersOf(registeredApps(), { app, page }).some((one) => canOpen(one.app, one.page));
}
