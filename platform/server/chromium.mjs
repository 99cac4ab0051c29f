import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const packageFolder = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url));

/** Launch arguments of the test browser: headless, no sandbox, and software WebGL for maps. */
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
 * Playwright's launch options: the installed Chromium, otherwise that of the npm package, which needs no root.
 * `TEST_CHROMIUM=package` forces the latter.
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
      // The package contains libraries that a system without a browser may lack.
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: existsSync('/etc/fonts') ? '/etc/fonts' : join(folder, 'fonts'),
    },
  };
}

/** Extracts the package's Chromium, once per version, and returns its folder. */
function unpackedChromium() {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const folder = join(cache, version);
  if (existsSync(folder)) return readable(folder);
  console.log('Unpacking Chromium (once for each version) …');
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'unpacking-'));
  // It extracts into the temporary folder of its process.
  const unpacked = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TMPDIR: fresh },
  });
  if (unpacked.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error('The Chromium of @sparticuz/chromium could not be unpacked: see above.');
  }
  renameSync(fresh, folder);
  return readable(folder);
}

/** Lets other users run the browser, because root prints as another user. */
function readable(folder) {
  if (!(statSync(folder).mode & 0o001) && statSync(folder).uid === process.getuid?.())
    spawnSync('chmod', ['-R', 'a+rX', folder]);
  return folder;
}

async function unpack() {
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  await Promise.all([chromium.executablePath(), inflate(join(packageFolder, 'bin/al2023.tar.br'))]);
}

if (process.argv[1] && pathToFileURL(resolve(process.argv[1])).href === import.meta.url) await unpack();
