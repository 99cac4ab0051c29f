import { type AppManifest, type Page, type QuickAccess, textNamespaceOf } from '#platform/common/define-app.ts';
import { addressOf } from '../routing/bind-pages.ts';
import { type CanOpen, isBelow } from './sidebar-entries.ts';

/** A page that phones reach with one tap. `app` and `textKey`: the namespace and key of its text. */
export type QuickPage = QuickAccess & { app: string; textKey: string; to: string };

/**
 * The pages with a quick access that the person may open, each name once: that of the app that the address `path` is
 * in, else the first.
 */
export function quickPages(apps: readonly AppManifest[], canOpen: CanOpen, path = ''): QuickPage[] {
  const inside = (app: AppManifest) => app.kind === 'solution' && isBelow(app.web, path);
  const found = apps.toSorted((a, b) => Number(inside(b)) - Number(inside(a))).flatMap((app) => pagesOf(app, canOpen));
  return [...Map.groupBy(found, ({ name }) => name).values()].map(([first]) => first as QuickPage);
}

const pagesOf = (app: AppManifest, canOpen: CanOpen): QuickPage[] =>
  app.pages.flatMap((page: Page) =>
    page.quick && canOpen(app, page)
      ? [
          {
            ...page.quick,
            textKey: page.quick.text ?? `pages.${page.key}`,
            app: textNamespaceOf(app, page),
            to: addressOf(app, page),
          },
        ]
      : [],
  );

/** The pages of the bottom bar, in their order. */
export const barPages = (pages: readonly QuickPage[]): QuickPage[] =>
  pages.filter(({ bar }) => bar !== undefined).sort((a, b) => (a.bar ?? 0) - (b.bar ?? 0));
