import { dirname, join, normalize } from 'node:path';

const roots = ['platform', 'core', 'solutions', 'main'];

/** Which house a file is in (`platform`, `core/devices`, `main`) and which part of it (`common`, `server`, `web`, `app.ts`). */
export function placeOf(path) {
  const parts = path.split('/');
  const depth = parts[0] === 'core' || parts[0] === 'solutions' ? 2 : 1;
  return { house: parts.slice(0, depth).join('/'), part: parts[depth], rest: parts.slice(depth).join('/') };
}

/** What an import specifier names inside the project; undefined for packages and built-in modules. */
export function targetOf(path, specifier) {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('.')) return normalize(join(dirname(path), plain));
  return plain.startsWith('#') ? plain.slice(1) : undefined;
}

/** Why a file may not import another one; undefined when it may. `needsOf` gives the folders that a slice's manifest names. */
export function objection(path, target, needsOf) {
  const from = placeOf(path);
  const to = placeOf(target);
  if (from.house === 'main') return undefined;
  if (to.house === 'main') return mayUseMain(path, target) ? undefined : 'nobody imports main';
  if (!roots.includes(to.house.split('/')[0])) return `${to.house} is not part of the product`;
  if (from.house === 'platform' && to.house !== 'platform') return 'platform imports npm packages and platform only';
  return betweenParts(from, to) ?? betweenHouses(from, to, needsOf);
}

// A test may stand the whole product up, and use what main offers for that in its own test files.
const mayUseMain = (path, target) => /\.test\.tsx?$/.test(path) && /^main\/test[\w-]*\.ts$/.test(target);

function betweenParts(from, to) {
  if ((from.part === 'common' || from.part === 'app.ts') && to.part !== 'common')
    return `${from.part} imports common only`;
  if (from.part === 'server' && to.part === 'web') return 'server and web never meet';
  if (from.part === 'web' && (to.part === 'server' || to.part === 'simulator.ts')) return 'server and web never meet';
  return undefined;
}

function betweenHouses(from, to, needsOf) {
  if (from.house === to.house || to.house === 'platform') return undefined;
  if (to.house.startsWith('solutions/')) {
    return from.house.startsWith('core/') ? 'the core knows no solution' : 'a solution never imports a solution';
  }
  const open = to.part === 'common' || to.rest === 'server/api.ts' || to.rest === 'web/parts.tsx';
  if (!open) return `of another slice only common/**, server/api.ts and web/parts.tsx are open`;
  return needsOf(from.house).includes(to.house)
    ? undefined
    : `${to.house} is not named in the needs of ${from.house}/app.ts`;
}
