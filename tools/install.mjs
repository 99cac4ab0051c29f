import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Installs what package-lock.json names, if node_modules holds something else. Ends the program when that fails. */
export function ensureInstalled({ development = false } = {}) {
  if (isInstalled(development)) return;
  console.log('Installing packages (once, until package-lock.json changes) …');
  // The packages' own engines speak of the Node that npm runs on; ours comes with them.
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (npm.status === 0 && existsSync('node_modules/.bin/node')) return;
  console.error(
    npm.status === 0
      ? 'npm did not run install scripts, which bring Node itself: allow them ("npm config delete ignore-scripts") and start again.'
      : 'The packages could not be installed: see what npm says above, then start again.',
  );
  process.exit(1);
}

function isInstalled(development) {
  const present = packagesIn('node_modules/.package-lock.json');
  if (!present || !existsSync('node_modules/.bin/node')) return false;
  return Object.entries(packagesIn('package-lock.json')).every(([path, wanted]) => {
    if (path === '' || present[path]?.version === wanted.version) return true;
    // Made for another machine, or left out on purpose by "npm ci --omit=dev".
    return !present[path] && (wanted.optional || wanted.devOptional || (wanted.dev && !development));
  });
}

function packagesIn(file) {
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
