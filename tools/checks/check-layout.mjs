import { readFileSync } from 'node:fs';
import { filesBelow, report, walkSource } from '../sources.mjs';
import { targetOf } from './boundary-rules.mjs';
import { crowdedFolders, importCycles, longFiles } from './layout-rules.mjs';

const roots = ['platform', 'core', 'solutions', 'main', 'tools', 'bench', 'e2e'];
const isPart = (path) => !/(?:^|\/)(?:node_modules|dist|\.data)\//.test(path);
const all = filesBelow(roots, ['']).filter(isPart);
const sources = all.filter((path) => /\.(?:tsx?|mjs)$/.test(path));

const lengths = new Map(sources.map((path) => [path, readFileSync(path, 'utf8').split('\n').length - 1]));
const known = JSON.parse(readFileSync(new URL('./long-files.json', import.meta.url), 'utf8'));

/** Whether an import or export is erased before the code runs. */
const isType = ({ importKind, exportKind, specifiers = [] }) =>
  importKind === 'type' ||
  exportKind === 'type' ||
  (specifiers.length > 0 && specifiers.every((one) => (one.importKind ?? one.exportKind) === 'type'));

const imports = new Map(
  sources.map((path) => {
    const targets = new Set();
    walkSource(path, (node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || !/^(?:Import|Export)\w*Declaration$/.test(node.type) || isType(node)) return;
      const target = targetOf(path, specifier);
      if (target) targets.add(target);
    });
    return [path, targets];
  }),
);

report(
  [
    ...crowdedFolders(all),
    ...longFiles(lengths, known),
    ...importCycles(imports).map((group) => `these files import each other: ${group.join(', ')}`),
  ],
  'A folder has at most 25 files, a file at most 250 lines, and no two files need each other at run time.',
);
