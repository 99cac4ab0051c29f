import { type AppManifest, textNamespaceOf } from '#platform/common/define-app.ts';
import { textOf } from '#platform/server/locale-texts.ts';

/** `Brand: Groups`, as the reader's pages call the page `<app>/<path>`; the path itself when there is no such page any more. */
export function pageName(apps: readonly AppManifest[], page: string, locale: 'en' | 'ar'): string {
  const [id, ...rest] = page.split('/');
  const app = apps.find((one) => one.id === id);
  const found = app?.pages.find((one) => one.path === rest.join('/'));
  if (!app || !found) return page;
  const space = apps.find((one) => one.id === textNamespaceOf(app, found)) ?? app;
  return `${textOf(app, locale, 'app') ?? app.brand}: ${textOf(space, locale, `pages.${found.key}`) ?? found.key}`;
}
