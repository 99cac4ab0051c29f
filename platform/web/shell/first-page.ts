import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { denialNow, knownApps } from '../session/session.ts';
import type { Me } from '../session/session-store.ts';
import { addressOf } from './bind-pages.ts';
import { places } from './places.ts';

/** Whether the company holds the app, and it is offered to the person. */
export const isOffered = (app: AppManifest, me: Me): boolean =>
  (app.kind !== 'solution' || me.session.apps.includes(app.id)) && (!app.offered || denialNow(app.offered) === null);

/** Whether the person may open the page: the app is held and offered, and the access rule holds. */
export function maySee(app: AppManifest, page: Page, me: Me): boolean {
  if (page.development && !import.meta.env.DEV) return false;
  return isOffered(app, me) && denialNow(page.access) === null;
}

const isOpenable = (page: Page) =>
  page.sidebar !== undefined && page.redirect === undefined && !page.path.includes('{');

/** The first list of a held solution, else the first page of the core, else the own profile. */
export function firstPageOf(me: Me): string {
  const apps = [...knownApps()].sort((a, b) => Number(a.kind === 'core') - Number(b.kind === 'core'));
  for (const app of apps) {
    const pages = app.pages.filter((page) => isOpenable(page) && maySee(app, page, me));
    const [first] = pages.sort((a, b) => (a.sidebar?.order ?? 0) - (b.sidebar?.order ?? 0));
    if (first) return addressOf(app, first);
  }
  return places.profile(me.user.id);
}
