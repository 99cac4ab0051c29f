import type { ComponentType } from 'react';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import type { SearchProvider } from '../search/search.ts';

type PageModule = Record<string, unknown>;
export type PageLoader = () => Promise<PageModule>;
/** What an app gives to the frame around all pages, each loaded when the frame needs it. */
export type ShellParts = {
  /** How the palette shows records of the lists that the manifest names under `search`. */
  search?: () => Promise<{ search: readonly SearchProvider[] }>;
  /** Stands in the header of every page, before the person. */
  header?: () => Promise<{ HeaderPart: ComponentType }>;
};
export type BoundApp = { app: AppManifest; loaders: Record<string, PageLoader>; parts: ShellParts };

/** Binds the pages of a manifest to their components, each loaded when it is first opened, and gives the shell its parts. */
export function bindPages(app: AppManifest, loaders: Record<string, PageLoader>, parts: ShellParts = {}): BoundApp {
  for (const path of Object.keys(loaders))
    if (!app.pages.some((page) => page.path === path)) throw new Error(`${app.id} declares no page "${path}"`);
  return { app, loaders, parts };
}

/** The whole address of a page: below the app's `web` unless it begins with a slash. */
export function addressOf(app: AppManifest, page: Pick<Page, 'path'>): string {
  if (page.path.startsWith('/')) return page.path;
  return page.path ? `${app.web}/${page.path}` : app.web;
}

/** A segment is one parameter to the router: `{a}-{b}` is its parameter `a-b`. */
export const toPattern = (path: string): string =>
  path.replace(/\{(\w+)\}-\{(\w+)\}/g, ':$1-$2').replace(/\{(\w+)\}/g, ':$1');

/** The module's component: its export whose name ends with `Page`. */
export function componentOf(module: PageModule): ComponentType {
  const found = Object.entries(module).find(([name, value]) => name.endsWith('Page') && typeof value === 'function');
  if (!found) throw new Error('A page module exports one component whose name ends with "Page"');
  return found[1] as ComponentType;
}
