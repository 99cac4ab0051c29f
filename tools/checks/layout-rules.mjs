import { dirname } from 'node:path';

export const maxFiles = 25;
export const maxLines = 250;

/**
 * Files that accumulate over time and are all alike: they are found by number or language, so their folder may have
 * many.
 */
const isCollected = (path) => /\/(?:migrations|locales)\//.test(path);

/** The types of a slice's tables, which `npm run tables` writes. */
export const isWritten = (path) => path.endsWith('/server/tables.ts');

/** The folders with too many files. */
export function crowdedFolders(paths) {
  const counts = new Map();
  for (const path of paths) {
    if (isCollected(path) || isWritten(path)) continue;
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > maxFiles)
    .map(
      ([folder, count]) => `${folder} has ${count} files, more than ${maxFiles}: give its ideas folders of their own`,
    );
}

/**
 * The files that are too long. `known` has the length of those that were too long when the rule was made: they may only
 * become shorter, and leave the list once they fit.
 */
export function longFiles(lengths, known) {
  return [...lengths].flatMap(([path, lines]) => {
    if (isWritten(path)) return [];
    const limit = known[path] ?? maxLines;
    if (lines > limit) return [`${path} has ${lines} lines, more than ${limit}: split it by idea`];
    if (known[path] !== undefined && lines <= maxLines)
      return [`${path} has ${lines} lines: remove it from long-files.json`];
    return [];
  });
}

/** The groups of files that import each other, directly or through others. `imports` is `Map<path, Iterable<path>>`. */
export function importCycles(imports) {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const open = new Set();
  const cycles = [];
  const visit = (path) => {
    order.set(path, order.size);
    lowest.set(path, order.get(path));
    stack.push(path);
    open.add(path);
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (open.has(next)) lowest.set(path, Math.min(lowest.get(path), lowest.get(next)));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    for (const one of group) open.delete(one);
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return cycles;
}
