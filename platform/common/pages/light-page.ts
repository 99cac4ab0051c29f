import type { AppManifest, Page } from '../define-app.ts';

/** What the document of a light page says about it, so that no manifest is loaded. */
export type LightSpec = {
  /** The folder of its module, `<slice>/<name>`: `core/<slice>/web/light/<name>` or that of a solution. */
  page: string;
  /** The prefix of the calls of the app that has the page, below /api. */
  api: string;
  /** Its address with parameters in braces. */
  address: string;
};

/** The id of the element of open.html that carries it. */
export const lightElement = 'light-page';

/** The light pages of an app. */
export const lightPagesOf = ({ web, api, pages }: Pick<AppManifest, 'web' | 'api' | 'pages'>): LightSpec[] =>
  pages.flatMap(({ path, light }: Page) =>
    light === undefined ? [] : [{ page: light, api, address: path.startsWith('/') ? path : `${web}/${path}` }],
  );

/** The parameters of an address of the page as they are written there, or null for an address of another page. */
export function lightParams({ address }: Pick<LightSpec, 'address'>, path: string): Record<string, string> | null {
  const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = address.replaceAll(/[.+*?^$()[\]\\|]/g, '\\$&').replaceAll(/\{\w+\}/g, '([^/]+)');
  const found = new RegExp(`^${pattern}/?$`).exec(path);
  return found && Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? '']));
}
