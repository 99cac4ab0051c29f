import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Built = Record<string, { file: string; name?: string; imports?: string[] }>;

/** The entry chunks of every first page after sign-in. */
const shell = [
  'index.html',
  'main/web-apps.ts',
  'platform/web/shell/routing/app-routes.ts',
  'platform/web/shell/layout/MainLayout.tsx',
];
/** The menus of the core are one chunk, those of each app another. */
const isMenu = (key: string, name = '') => name === 'menu-en' || /^menu:.*\/en$/.test(key);

/** The gzipped size in bytes of the scripts that the shell loads for a person with every app. */
export function shellBytes(folder: string): number {
  const built = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Built;
  const menus = Object.keys(built).filter((key) => isMenu(key, built[key]?.name));
  const files = new Set<string>();
  const add = (key: string) => {
    const chunk = built[key];
    if (!chunk) throw new Error(`The web app was built without ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const one of chunk.imports ?? []) add(one);
  };
  for (const key of [...shell, ...menus]) add(key);
  const bytes = (file: string) => gzipSync(readFileSync(join(folder, file))).length;
  return [...files].filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + bytes(file), 0);
}
