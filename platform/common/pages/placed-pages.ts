import type { AppManifest, Page } from '../define-app.ts';

/**
 * The paths of pages that an app has elsewhere than usual: `{ 'devices/list': 'stock/list' }`. What is below a path moves
 * with it, unless it is named as well.
 */
export type Paths = Readonly<Record<string, string>>;

const isBelow = (path: string, base: string) => path === base || path.startsWith(`${base}/`);
const parametersIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

/** Where the page that is usually at a path is with these paths. */
export function pathIn(paths: Paths, usual: string): string {
  const [nearest] = Object.entries(paths)
    .filter(([base]) => isBelow(usual, base))
    .toSorted(([a], [b]) => b.length - a.length);
  return nearest ? `${nearest[1]}${usual.slice(nearest[0].length)}` : usual;
}

/**
 * The same page at another path. Its texts, its component and the links to it remain: all of them go by the usual path.
 * Throws if the path has a parameter that the usual one lacks, or lacks its last one.
 */
export function placeAt(page: Page, path: string): Page {
  const { usual = page.path } = page;
  if (path === usual) return page;
  assertFillable(path, usual);
  return { ...page, path, usual };
}

/** Links fill the parameters of the usual path. The last one names what the page shows. */
function assertFillable(path: string, usual: string): void {
  const known = parametersIn(usual);
  const own = parametersIn(path);
  const last = known.at(-1);
  if (own.some((name) => !known.includes(name)) || (last !== undefined && !own.includes(last)))
    throw new Error(`"${path}" does not have the parameters of "${usual}"`);
}

/** Pages at these paths (`placeAt`). Throws if a path moves no page, and if two pages would have the same path. */
export function placePages(pages: readonly Page[], paths: Paths): Page[] {
  const unknown = Object.keys(paths).find((base) => !pages.some(({ path }) => isBelow(path, base)));
  if (unknown !== undefined) throw new Error(`no page is usually at "${unknown}"`);
  const moved = pages.map((page) => ({
    ...placeAt(page, pathIn(paths, page.path)),
    ...(page.redirects ? { redirects: page.redirects.map((target) => pathIn(paths, target)) } : {}),
  }));
  const twice = moved.find(({ path }, at) => moved.findIndex((other) => other.path === path) !== at);
  if (twice) throw new Error(`two pages would be at "${twice.path}"`);
  return moved;
}

/** The page of an app that is usually at this path, wherever the app has it; undefined if it has none. */
export const usualPage = ({ pages }: Pick<AppManifest, 'pages'>, usual: string): Page | undefined =>
  pages.find((page) => (page.usual ?? page.path) === usual);

/**
 * The address in an app of the page that is usually at this path. Parameters that are not given stay in braces. For an
 * app without the page it is the usual address.
 */
export const usualAddress = (
  app: Pick<AppManifest, 'web' | 'pages'>,
  usual: string,
  params: Readonly<Record<string, number | string>> = {},
): string =>
  `${app.web}/${usualPage(app, usual)?.path ?? usual}`.replace(/\{(\w+)\}/g, (braces, name: string) =>
    String(params[name] ?? braces),
  );
