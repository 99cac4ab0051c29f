import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { completeManifests } from '../../session/late-manifests.ts';
import type { ListPart } from '../../ui/list/added-to-list.ts';
import type { Tone } from '../../ui/values/severity.ts';
import type { SearchProvider } from '../search/search.ts';

type PageModule = Record<string, unknown>;
export type PageLoader = () => Promise<PageModule>;
export type WidgetOptions = Readonly<Record<string, unknown>>;
/** `app` is the app of the board. */
export type WidgetProps = { app: AppManifest; options: WidgetOptions };
/** The content of a widget of boards, and the form of its options. */
export type WidgetPart = {
  Content: ComponentType<WidgetProps>;
  Options?: ComponentType<WidgetProps & { onChange(options: WidgetOptions): void }>;
};
/** The parts that an app adds to the shell, each loaded on demand once the session has completed the manifest of the app. */
export type ShellParts = {
  /** The search results for the lists that the manifest names under `search`. */
  search?: () => Promise<{ search: readonly SearchProvider[] }>;
  /** A component in the header, before the person's menu. */
  header?: () => Promise<{ HeaderPart: ComponentType }>;
  /** The widgets that the manifest declares, by kind. */
  widgets?: () => Promise<{ widgets: Readonly<Record<string, WidgetPart>> }>;
  /** The tones of records of slices below this one, by kind of record. */
  tones?: () => Promise<{ tones: Readonly<Record<string, RecordTones>> }>;
  /** Loads what the person needs where there is no network, so that it is kept. */
  ahead?: () => Promise<{ loadAhead(): Promise<void> }>;
  /** Components in places that pages of slices below this one leave, by the name of the place (`<Place>`). */
  places?: Readonly<Record<string, () => Promise<{ PlacedPart: ComponentType }>>>;
  /** What is added to lists of the app that pages of slices below show, by the name of the list (`<AddedToList>`). */
  lists?: Readonly<Record<string, () => Promise<{ ListPart: ListPart }>>>;
};
/** The tones of the records of a kind that the person sees. */
export type RecordTones<Reply = unknown> = {
  /** The query of the reply. */
  key: QueryKey;
  /** Live topics after which it is reloaded. */
  topics: readonly string[];
  load(signal: AbortSignal): Promise<Reply>;
  /** The tones in a reply, by the id of the record. */
  tonesOf(reply: Reply): ReadonlyMap<number, Tone>;
};
export type BoundApp = { app: AppManifest; loaders: Record<string, PageLoader>; parts: ShellParts };

/**
 * Binds the pages of a manifest to lazily loaded components, by their usual paths, and the shell parts. Throws for a page
 * that the manifest does not declare, and for two pages of the same usual path. Pages load once the manifest is complete,
 * also for people who do not hold the app.
 */
export function bindPages(app: AppManifest, loaders: Record<string, PageLoader>, parts: ShellParts = {}): BoundApp {
  const paths = new Map(app.pages.map(({ path, usual = path }) => [usual, path]));
  if (paths.size < app.pages.length) throw new Error(`${app.id} declares two pages of the same path`);
  const bound = Object.entries(loaders).map(([usual, load]): [string, PageLoader] => {
    const path = paths.get(usual);
    if (path === undefined) throw new Error(`${app.id} declares no page "${usual}"`);
    return [path, () => completeManifests([app]).then(load)];
  });
  return { app, loaders: Object.fromEntries(bound), parts };
}

/**
 * The loaders of pages that few people open, which are loaded with the first of them: the first page of everybody does
 * without the lists of files that they need.
 */
export const loadedLater = (
  paths: readonly string[],
  load: () => Promise<{ pages: Readonly<Record<string, PageLoader>> }>,
): Record<string, PageLoader> =>
  Object.fromEntries(
    paths.map((path) => [
      path,
      async () => {
        const page = (await load()).pages[path];
        if (!page) throw new Error(`no page "${path}" is loaded later`);
        return page();
      },
    ]),
  );

/** The full address of a page: below the app's `web` unless it begins with a slash. */
export function pageAddress(app: AppManifest, page: Pick<Page, 'path'>): string {
  if (page.path.startsWith('/')) return page.path;
  return page.path ? `${app.web}/${page.path}` : app.web;
}

/**
 * The route pattern of an address. A segment has one parameter in React Router, so `{a}-{b}` becomes its parameter
 * `a-b`.
 */
export const toPattern = (path: string): string =>
  path.replace(/\{(\w+)\}-\{(\w+)\}/g, ':$1-$2').replace(/\{(\w+)\}/g, ':$1');

/** The page component of a module: its export whose name ends with `Page`. */
export function componentOf(module: PageModule): ComponentType {
  const found = Object.entries(module).find(([name, value]) => name.endsWith('Page') && typeof value === 'function');
  if (!found) throw new Error('A page module exports one component whose name ends with "Page"');
  return found[1] as ComponentType;
}
