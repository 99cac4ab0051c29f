import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesBelow, report, sliceFolders, walkSource } from './sources.mjs';

const roots = ['platform', 'core', 'solutions', 'main'];
const manifests = Object.fromEntries(
  await Promise.all(sliceFolders().map(async (folder) => [folder, await manifestOf(folder)])),
);
const folderOf = Object.fromEntries(Object.entries(manifests).map(([folder, app]) => [app.id, folder]));

async function manifestOf(folder) {
  const exported = Object.values(await import(pathToFileURL(join(folder, 'app.ts')).href));
  return exported.find((value) => typeof value?.id === 'string' && Array.isArray(value.needs));
}

/** Which house a file is in (`platform`, `core/devices`, `main`) and which part of it (`common`, `server`, `web`, `app.ts`). */
function placeOf(path) {
  const parts = path.split('/');
  const depth = parts[0] === 'core' || parts[0] === 'solutions' ? 2 : 1;
  return { house: parts.slice(0, depth).join('/'), part: parts[depth], rest: parts.slice(depth).join('/') };
}

/** What an import specifier names inside the project; undefined for packages and built-in modules. */
function targetOf(path, specifier) {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('.')) return normalize(join(dirname(path), plain));
  return plain.startsWith('#') ? plain.slice(1) : undefined;
}

function objection(path, target) {
  const from = placeOf(path);
  const to = placeOf(target);
  if (from.house === 'main') return undefined;
  if (to.house === 'main') return mayUseMain(path, target) ? undefined : 'nobody imports main';
  if (!roots.includes(to.house.split('/')[0])) return `${to.house} is not part of the product`;
  if (from.house === 'platform' && to.house !== 'platform') return 'platform imports npm packages and platform only';
  return betweenParts(from, to) ?? betweenHouses(from, to);
}

// A test may stand the whole product up, as the composition root does.
const mayUseMain = (path, target) => /\.test\.tsx?$/.test(path) && target === 'main/testing.ts';

function betweenParts(from, to) {
  if ((from.part === 'common' || from.part === 'app.ts') && to.part !== 'common')
    return `${from.part} imports common only`;
  if (from.part === 'server' && to.part === 'web') return 'server and web never meet';
  if (from.part === 'web' && (to.part === 'server' || to.part === 'simulator.ts')) return 'server and web never meet';
  return undefined;
}

function betweenHouses(from, to) {
  if (from.house === to.house || to.house === 'platform') return undefined;
  if (to.house.startsWith('solutions/')) {
    return from.house.startsWith('core/') ? 'the core knows no solution' : 'a solution never imports a solution';
  }
  const open = to.part === 'common' || to.rest === 'server/api.ts' || to.rest === 'web/parts.tsx';
  if (!open) return `of another slice only common/**, server/api.ts and web/parts.tsx are open`;
  const id = manifests[to.house]?.id;
  return manifests[from.house]?.needs.includes(id)
    ? undefined
    : `"${id}" is not named in the needs of ${from.house}/app.ts`;
}

function importProblems() {
  const problems = [];
  for (const path of filesBelow(roots, ['.ts', '.tsx'])) {
    walkSource(path, (node, lineOf) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || !/^(Import|Export)/.test(node.type)) return;
      const target = targetOf(path, specifier);
      const why = target && objection(path, target);
      if (why) problems.push(`${path}:${lineOf(node)} imports ${target}: ${why}`);
    });
  }
  return problems;
}

function needProblems() {
  return Object.entries(manifests).flatMap(([folder, app]) => [
    ...(basename(folder) === app.id
      ? []
      : [`${folder}/app.ts: the folder has another name than the app's id "${app.id}"`]),
    ...app.needs.filter((id) => !folderOf[id]).map((id) => `${folder}/app.ts needs "${id}", which does not exist`),
    ...(circleFrom(app.id, []) ?? []),
  ]);
}

/** A circle is reported once, at the slice whose id comes first. */
function circleFrom(id, path) {
  if (path.includes(id)) {
    const circle = path.slice(path.indexOf(id));
    return circle[0] === path[0] && circle.every((one) => one >= id)
      ? [`circle: ${[...circle, id].join(' → ')}`]
      : undefined;
  }
  for (const next of manifests[folderOf[id]]?.needs ?? []) {
    const found = circleFrom(next, [...path, id]);
    if (found) return found;
  }
  return undefined;
}

const inSql = /\b(?:from|join|into|update)\s+"?([a-z_]+)"?/gi;
const inQueries =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|(?:inner|left|right|full|cross)Join)\(\s*\[?\s*['"`]([a-z_]+)/g;

/** No slice reads another slice's tables: it calls that slice's api.ts, or listens to its events. */
function tableProblems() {
  const owners = new Map();
  for (const path of filesBelow(Object.keys(manifests), ['.sql'])) {
    const created = readFileSync(path, 'utf8').matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?([a-z_]+)/gi);
    for (const [, table] of created) owners.set(table, placeOf(path).house);
  }
  const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)(\/\/|--).*$/gm, '$1');
  return filesBelow(Object.keys(manifests), ['.ts', '.sql'])
    .filter((path) => placeOf(path).part === 'server' && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const text = withoutComments(readFileSync(path, 'utf8'));
      const used = new Set([...text.matchAll(inSql), ...text.matchAll(inQueries)].map(([, table]) => table));
      return [...used]
        .filter((table) => owners.has(table) && owners.get(table) !== placeOf(path).house)
        .map((table) => `${path} reads the table ${table} of ${owners.get(table)}`);
    });
}

const unregistered = existsSync('main/apps.ts')
  ? sliceFolders()
      .filter((folder) => !readFileSync('main/apps.ts', 'utf8').includes(`#${folder}/app.ts`))
      .map((folder) => `${folder} is not listed in main/apps.ts`)
  : [];

report(
  [...importProblems(), ...needProblems(), ...tableProblems(), ...unregistered],
  'Who may import whom stands in docs/architecture.md: move the code to where it is allowed, or ask the other slice through its server/api.ts.',
);
