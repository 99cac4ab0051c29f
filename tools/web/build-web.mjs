import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompress } from './precompress.mjs';

const stampFile = 'dist/.stamp';
export const productionWeb = resolve('dist/web');
const roots = [
  'platform/common',
  'platform/web',
  'core',
  'solutions',
  'public',
  'main/web.tsx',
  'main/print.tsx',
  'main/open.tsx',
  'main/web-apps.ts',
  'main/apps.ts',
];
const others = [
  'index.html',
  'print.html',
  'open.html',
  'vite.config.ts',
  'tools/web/lean-web.ts',
  'tools/web/light-config.ts',
  'tools/web/slice-parts.ts',
  'tools/web/web-chunks.ts',
  'tools/web/service-worker.ts',
  'tools/web/ahead-files.ts',
  'tools/web/precompress.mjs',
  'tools/web/bundle.ts',
  'tools/web/world-tiles.ts',
  'tools/checks/listed-manifests.ts',
  'package-lock.json',
];
const serverOnly = /(^|\/)server\/|\.test\.tsx?$|(^|\/)simulator\.ts$/;

/** Builds the web app into dist/web if its sources have changed. Exits the process on failure. */
export function buildWebIfStale() {
  const stamp = stampOf(sources());
  const built = existsSync(join(productionWeb, 'index.html')) && existsSync(stampFile);
  if (built && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Building the web app …');
  rmSync(stampFile, { force: true });
  const vite = spawnSync('node_modules/.bin/node', ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (vite.status !== 0) {
    console.error('The web app could not be built: see above.');
    process.exit(1);
  }
  precompress(join(productionWeb, 'assets'));
  writeFileSync(stampFile, stamp);
}

function sources() {
  const found = roots
    .filter((root) => existsSync(root))
    .flatMap((root) =>
      statSync(root).isDirectory() ? readdirSync(root, { recursive: true }).map((path) => join(root, path)) : [root],
    );
  return [...found, ...others].filter((path) => !serverOnly.test(path) && existsSync(path) && statSync(path).isFile());
}

function stampOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.sort()) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--if-stale')) rmSync(stampFile, { force: true });
  buildWebIfStale();
}
