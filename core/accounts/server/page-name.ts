import type { AppManifest } from '#platform/common/define-app.ts';
import { textOf } from '#platform/server/locale-texts.ts';

/** `PureTrace: Groups`, as the reader's pages call the page `<app>/<path>`; the path itself when there is no such page any more. */
export function pageName(apps: readonly AppManifest[], page: string, locale: 'en' | 'ar'): string {
  const [id, ...rest] = page.split('/');
  const app = apps.find((one) => one.id === id);
  const key = app?.pages.find((one) => one.path === rest.join('/'))?.key;
  if (!app || !key) return page;
  return `${textOf(app, locale, 'app') ?? app.brand}: ${textOf(app, locale, `pages.${key}`) ?? key}`;
}
