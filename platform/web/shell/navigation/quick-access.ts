import { type AppManifest, type Page, type QuickAccess, textNamespaceOf } from '#platform/common/define-app.ts';
import { pageAddress } from '../routing/bind-pages.ts';
import { type CanOpen, isAddressBelow } from './sidebar-entries.ts';

/**
 * A page that phones reach with one tap. `app` and `textKey`: the namespace and key of its text. `covers`: the address
 * below which it is the current one.
 */
export type QuickPage = QuickAccess & { app: string; textKey: string; to: string; covers: string | null };

/**
 * The pages with a quick access that the person may open, each name once: that of the app that the address `path` is
 * in, else the first.
 */
export function quickPages(apps: readonly AppManifest[], canOpen: CanOpen, path = ''): QuickPage[] {
  const inside = (app: AppManifest) => app.kind === 'solution' && isAddressBelow(app.web, path);
  const found = apps.toSorted((a, b) => Number(inside(b)) - Number(inside(a))).flatMap((app) => pagesOf(app, canOpen));
  return [...Map.groupBy(found, ({ name }) => name).values()].map(([first]) => first as QuickPage);
}

/** The first page of a slice covers nothing: the others are below the same address. */
const coverOf = (app: AppManifest, page: Page): string | null =>
  page.path === '' ? null : pageAddress(app, { path: page.path.split('/')[0] ?? '' });

const pagesOf = (app: AppManifest, canOpen: CanOpen): QuickPage[] =>
  app.pages.flatMap((page) => {
    const { quick } = page;
    if (!quick || !canOpen(app, page)) return [];
    const names = { app: textNamespaceOf(app, page), textKey: quick.text ?? `pages.${page.key}` };
    return [{ ...quick, ...names, to: pageAddress(app, page), covers: coverOf(app, page) }];
  });

/** The pages of the bottom bar, in their order. */
export const barPages = (pages: readonly QuickPage[]): QuickPage[] =>
  pages.filter(({ bar }) => bar !== undefined).sort((a, b) => (a.bar ?? 0) - (b.bar ?? 0));

/** Whether the address is that of the page or is below what it covers. */
export const isCurrentQuick = ({ to, covers }: QuickPage, path: string): boolean =>
  path === to || (covers !== null && isAddressBelow(covers, path));
