import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Installs the packages of package-lock.json if node_modules differs. Exits the process on failure. */
export function ensureInstalled({ development = false } = {}) {
  if (isInstalled(development)) return;
  console.log('Installing packages (once, until package-lock.json changes) …');
  // The packages declare engines for the Node that runs npm; the project's own Node is one of the packages.
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
    // For another platform, or omitted by "npm ci --omit=dev".
    return !present[path] && (wanted.optional || wanted.devOptional || (wanted.dev && !development));
  });
}

function packagesIn(file) {
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
