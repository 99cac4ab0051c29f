import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { aheadFiles, type Modules } from './ahead-files.ts';
import { type Bundle, type Chunk, chunksOf } from './bundle.ts';

const source = new URL('../../platform/web/offline/service-worker.js', import.meta.url);
/** The chunks of every first page, see tools/web/web-chunks.ts, and what every form needs. */
const layers: readonly string[] = ['start', 'shell', 'lists', 'forms'];
const shellParts = /\/platform\/web\/locales\/\w+\.json$|\/(?:MenuDrawer|Toasts)\.tsx$/;

const isPage = ({ facadeModuleId }: Chunk) => facadeModuleId?.endsWith('/index.html') ?? false;
const isShell = (chunk: Chunk) =>
  isPage(chunk) ||
  layers.includes(chunk.name) ||
  shellParts.test(chunk.facadeModuleId ?? '') ||
  chunk.moduleIds.some((id) => id.startsWith('\0menu:'));

/** The addresses of the files that every first page needs, in all languages, and that of the page's script. */
export function shellFiles(bundle: Bundle): { files: string[]; entry: string } {
  const chunks = new Map(chunksOf(bundle).map((chunk) => [chunk.fileName, chunk]));
  const open = [...chunks.values()].filter(isShell);
  const page = open.find(isPage);
  if (!page) throw new Error('The web app was built without its page');
  const files = new Set<string>();
  for (let chunk: Chunk | undefined = open.pop(); chunk; chunk = open.pop()) {
    if (files.has(chunk.fileName)) continue;
    files.add(chunk.fileName);
    for (const file of [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])])
      files.add(file);
    open.push(...chunk.imports.flatMap((file) => chunks.get(file) ?? []));
  }
  return { files: [...files].sort().map((file) => `/${file}`), entry: page.fileName };
}

/** The Vite plugin that writes `sw.js`: the service worker with the files that it keeps and a version of all files. */
export const serviceWorker = (): Plugin => ({
  name: 'rasid-service-worker',
  apply: 'build',
  // After the styles have joined the bundle.
  enforce: 'post',
  generateBundle(_options, bundle) {
    const { files, entry } = shellFiles(bundle);
    const modules: Modules = {
      imports: (id) => this.getModuleInfo(id)?.importedIds ?? [],
      lazyImports: (id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
    };
    const ahead = aheadFiles(bundle, modules, new Set(files));
    const code = readFileSync(source, 'utf8');
    const version = createHash('sha256')
      .update(code)
      .update(Object.keys(bundle).sort().join())
      .digest('hex')
      .slice(0, 12);
    const head = Object.entries({ version, shell: files, entry, ahead }).map(
      ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
    );
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: [...head, code].join('\n') });
  },
});
