import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const packageFolder = fileURLToPath(new URL('../node_modules/@sparticuz/chromium', import.meta.url));
const cache = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url));

/** What the browser of the tests is told: no display, no sandbox of its own, WebGL from the processor for the maps. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/**
 * How Playwright starts Chromium: that of the system, else the one of the npm package, which needs no installation as
 * root. `TEST_CHROMIUM=package` takes the latter in any case.
 */
export function chromiumLaunchOptions() {
  const system = process.env.TEST_CHROMIUM === 'package' ? undefined : systemPaths.find((path) => existsSync(path));
  if (system) return { executablePath: system, args };
  const folder = unpackedChromium();
  return {
    executablePath: join(folder, 'chromium'),
    args,
    env: {
      ...process.env,
      // The package brings the libraries that it was built with; a system without a browser may have none of them.
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: existsSync('/etc/fonts') ? '/etc/fonts' : join(folder, 'fonts'),
    },
  };
}

/** The folder of the package's Chromium, unpacked once for each version. */
function unpackedChromium() {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const folder = join(cache, version);
  if (existsSync(folder)) return folder;
  console.log('Unpacking Chromium (once for each version) …');
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'unpacking-'));
  // It unpacks into the folder for temporary files of its process.
  const unpacked = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TMPDIR: fresh },
  });
  if (unpacked.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error('The Chromium of @sparticuz/chromium could not be unpacked: see above.');
  }
  renameSync(fresh, folder);
  return folder;
}

async function unpack() {
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  await Promise.all([chromium.executablePath(), inflate(join(packageFolder, 'bin/al2023.tar.br'))]);
}

if (process.argv[1] && pathToFileURL(resolve(process.argv[1])).href === import.meta.url) await unpack();
