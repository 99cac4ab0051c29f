import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Built = Record<string, { file: string; name?: string; imports?: string[] }>;

/** The files of every first page after sign-in: its entry, and the layers of tools/web/web-chunks.ts. */
const shellLayers: readonly (string | undefined)[] = ['start', 'shell'];
const isShell = (key: string, name?: string) => key === 'index.html' || shellLayers.includes(name);
/** The menus of the core are one chunk; that of each app has also the late parts of its manifest. */
const isMenu = (key: string, name = '') => name === 'menu-en' || /(?:^menu:.*\/en$)|(?:manifest-late:)/.test(key);

/** The gzipped size in bytes of the scripts that the shell loads for a person with every app. */
export function shellBytes(folder: string): number {
  const built = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Built;
  const keys = Object.keys(built);
  const shell = keys.filter((key) => isShell(key, built[key]?.name));
  if (shell.length <= shellLayers.length) throw new Error('The web app was built without its shell');
  const menus = keys.filter((key) => isMenu(key, built[key]?.name));
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
