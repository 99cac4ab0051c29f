import { type AppManifest, textNamespaceOf } from '#platform/common/define-app.ts';
import { textOf } from '#platform/server/locale-texts.ts';

/**
 * `Brand: Groups`, the name of the page `<app>/<path>` in the language of the reader; the path itself if the page no
 * longer exists.
 */
export function pageName(apps: readonly AppManifest[], page: string, locale: 'en' | 'ar'): string {
  const [id, ...rest] = page.split('/');
  const app = apps.find((one) => one.id === id);
  const found = app?.pages.find((one) => one.path === rest.join('/'));
  if (!app || !found) return page;
  const space = apps.find((one) => one.id === textNamespaceOf(app, found)) ?? app;
  return `${textOf(app, locale, 'app') ?? app.brand}: ${textOf(space, locale, `pages.${found.key}`) ?? found.key}`;
}
