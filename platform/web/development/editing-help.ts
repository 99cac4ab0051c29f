import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { inLocal } from '../client/storage.ts';
import { createStore } from '../client/store.ts';
import { textsOf } from '../i18n/texts.ts';
import { boundApps } from '../shell/layout/shell-parts.ts';
import { pageAddress } from '../shell/routing/bind-pages.ts';
import type texts from './locales/en.json';

const stored = inLocal<boolean>('editing-help');

/** Whether entries and titles have icons that show where they are declared. */
export const editingHelp = createStore(stored.get() ?? false);
export function showEditingHelp(shown: boolean): void {
  stored.set(shown);
  editingHelp.set(shown);
}

export const useDevelopmentText = textsOf<typeof texts>('development');

const manifests = import.meta.glob<string>('/{core,solutions}/*/app.ts', { query: '?raw', import: 'default' });

/** The page of an app at an address. */
export const pageAt = (app: AppManifest, address: string): Page | undefined =>
  app.pages.find((page) => pageAddress(app, page) === address);

/** The file of the page's component. A development server leaves its path in the loader. */
export function componentFile(app: AppManifest, page: Page): string {
  const loader = boundApps().find((one) => one.app.id === app.id)?.loaders[page.path];
  return /import\(\s*["']\/?([^"'?]+)/.exec(String(loader))?.[1] ?? '–';
}

/** The file and line where the manifest declares the page; only the file if a function creates the page. */
export async function manifestLine(app: AppManifest, page: Page): Promise<string> {
  const [file, load] = Object.entries(manifests).find(([path]) => path.endsWith(`/${app.id}/app.ts`)) ?? [];
  if (!file || !load) return '–';
  const line = (await load()).split('\n').findIndex((text) => text.includes(`page('${page.path}'`));
  return line < 0 ? file.slice(1) : `${file.slice(1)}:${line + 1}`;
}
