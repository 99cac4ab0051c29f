import { readFileSync } from 'node:fs';
import { targetOf } from '../checks/boundary-rules.mjs';

const imports = /(?:^|[^.\w])(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;

/** Which files import each file, also on demand, by its path: `Map<path, Set<path>>`. */
export function importersOf(paths, read = (path) => readFileSync(path, 'utf8')) {
  const importers = new Map();
  for (const path of paths)
    for (const [, specifier] of read(path).matchAll(imports)) {
      const target = targetOf(path, specifier);
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  return importers;
}

/** The files and everything that imports them, directly or by way of others. */
export function affectedBy(changed, importers) {
  const affected = new Set(changed);
  for (const path of affected) for (const importer of importers.get(path) ?? []) affected.add(importer);
  return affected;
}
