import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { currentDenial, registeredApps } from '../../session/session.ts';
import type { Me } from '../../session/session-store.ts';
import { shellAddresses } from './addresses.ts';
import { addressOf } from './bind-pages.ts';

/** Whether the company is entitled to the app and the app is offered to the person. */
export const isOffered = (app: AppManifest): boolean => currentDenial('signed-in', { app: app.id }) === null;

/** Whether the person may open the page, including entitlement and offer of the app. */
export function canOpen(app: AppManifest, page: Page): boolean {
  if (page.development && !import.meta.env.DEV) return false;
  return currentDenial(page.access, { app: app.id }) === null;
}

const isEntry = (page: Page) => page.sidebar !== undefined && !page.redirects && !page.path.includes('{');

/**
 * The candidates for the landing page, in order: the lists of the solutions, the pages of the core in the order of the
 * sidebar, the person's profile.
 */
export function firstPages(me: Me): string[] {
  const entriesOf = (apps: readonly AppManifest[]) =>
    apps
      .flatMap((app) => app.pages.filter(isEntry).map((page) => ({ app, page })))
      .sort((a, b) => (a.page.sidebar?.order ?? 0) - (b.page.sidebar?.order ?? 0))
      .map(({ app, page }) => addressOf(app, page));
  const solutions = registeredApps().filter(({ kind }) => kind === 'solution');
  const core = registeredApps().filter(({ kind }) => kind === 'core');
  return [...solutions.flatMap((app) => entriesOf([app])), ...entriesOf(core), shellAddresses.profile(me.user.id)];
}
