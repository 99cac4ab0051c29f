import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { currentDenial } from '../../session/session.ts';

/** Whether the company is entitled to the app and the app is offered to the person. */
export const isOffered = (app: AppManifest): boolean => currentDenial('signed-in', { app: app.id }) === null;

/** Whether the person may open the page, including entitlement and offer of the app. */
export function canOpen(app: AppManifest, page: Page): boolean {
  if (page.development && !import.meta.env.DEV) return false;
  return currentDenial(page.access, { app: app.id }) === null;
}
