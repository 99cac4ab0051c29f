import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'vite';

/** The files below the folders with one of the endings, as paths from the project root. */
export function filesBelow(folders, endings) {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => join(folder, path)))
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && statSync(path).isFile())
    .sort();
}

/** The folders of the slices, for example `core/devices`. */
export function sliceFolders() {
  return ['core', 'solutions']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => existsSync(join(folder, 'app.ts')));
}

/** The manifest that a slice's `app.ts` exports. */
export async function manifestOf(folder) {
  const exported = Object.values(await import(pathToFileURL(join(folder, 'app.ts')).href));
  return exported.find((value) => typeof value?.id === 'string' && Array.isArray(value.needs));
}

/** Calls `visit` with each node of a file's syntax tree, parents first. */
export function walkSource(path, visit) {
  const code = readFileSync(path, 'utf8');
  const lineOf = (node) => code.slice(0, node.start).split('\n').length;
  const walk = (node, parent) => {
    if (Array.isArray(node)) for (const one of node) walk(one, parent);
    if (typeof node?.type !== 'string') return;
    visit(node, lineOf, parent);
    for (const child of Object.values(node)) if (child && typeof child === 'object') walk(child, node);
  };
  walk(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts', astType: 'ts' }, path));
}

/** Prints the problems and sets the exit code. */
export function report(problems, advice) {
  if (problems.length === 0) return;
  for (const problem of problems) console.error(problem);
  console.error(`\n${advice}`);
  process.exitCode = 1;
}
