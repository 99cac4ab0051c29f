import { basename, dirname, join, normalize } from 'node:path';

const withoutBlocks = (text) => text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));
const lineAt = (text, offset) => text.slice(0, offset).split('\n').length;

/** The parts of a slice, which documents name without the slice. */
const ofSlices = /^(?:common|server|web|locales)\//;
const ofRepository = /^(?:platform|core|solutions|main|tools|bench|e2e|deploy|docs)\/./;
const sourceFile = /^[\w.*-]+\.(?:tsx?|mjs)$/;

/** Files and folders of the app that a reader makes while reading `docs/adding-an-app.md`. */
const ofReader = new Set([
  'common/item.ts',
  'common/models.ts',
  'server/devices.test.ts',
  'server/items.test.ts',
  'solutions/fleet',
  'solutions/pest-control',
  'web/ItemsPage.tsx',
]);

/** Placeholders for other names, and characters that a pattern must escape. */
const wildcards = /\*\*\/|\*|<[^<>]*>|\{[^{}]*\}|NNNN|…|[.+?^$()|[\]\\]/g;

/** The source of a pattern for a file of this name, or for one in a folder of this name. */
function patternOf(name) {
  const source = name.replace(/\/$/, '').replace(wildcards, (found) => {
    if (found === '**/') return '(?:.+/)?';
    if (found.startsWith('{') && found.includes(',')) return `(?:${found.slice(1, -1).replaceAll(',', '|')})`;
    return /^[*<{N…]/.test(found) ? '[^/]*' : `\\${found}`;
  });
  return `${source}(?:/.*)?$`;
}

/** The fragment that GitHub gives to a heading. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (text) => [...withoutBlocks(text).matchAll(/^#+ +(.+)$/gm)].map(([, heading]) => anchorOf(heading));

/** Where a name in a document, such as `web/parts.tsx`, must be found; null if it does not look like a path. */
function rootOf(name) {
  if (ofRepository.test(name)) return '^';
  if (ofSlices.test(name)) return '^(?:core|solutions)/[^/]+/';
  return sourceFile.test(name) ? '(?:^|/)' : null;
}

function isThere(name, files) {
  const root = rootOf(name);
  if (root === null || ofReader.has(name)) return true;
  const pattern = new RegExp(root + patternOf(name));
  return files.some((file) => pattern.test(file));
}

/**
 * The paths that a document names and that do not exist, and the names that the file of their link does not have:
 * `{ line, path }`. `documents` has the texts of all documents by path, `files` the paths of all files of the repository.
 */
export function missingPaths(document, { documents, files, textOf }) {
  const text = withoutBlocks(documents.get(document));
  const missing = [];
  for (const { 0: code, 1: name, index } of text.matchAll(/`([^`\n]+)`/g))
    if (/^[\w@.{},*<>…/-]+$/.test(name) && !isThere(name, files))
      missing.push({ line: lineAt(text, index), path: code });
  for (const { 1: name, 2: target, index } of text.matchAll(/\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [path, anchor] = target.split('#');
    const file = path === '' ? document : normalize(join(dirname(document), path)).replace(/\/$/, '');
    const exists = files.includes(file) || files.some((one) => one.startsWith(`${file}/`));
    const hasAnchor = !anchor || !documents.has(file) || anchorsOf(documents.get(file)).includes(anchor);
    if (!exists || !hasAnchor) missing.push({ line: lineAt(text, index), path: `${name}: ${target}` });
    else if (sourceFile.test(basename(file)))
      for (const [, named] of name.matchAll(/`(?:[\w.]+\.)?(\w+)`/g))
        if (!new RegExp(`\\b${named}\\b`).test(textOf(file)))
          missing.push({ line: lineAt(text, index), path: `${named} is not in ${target}` });
  }
  return missing.sort((a, b) => a.line - b.line);
}
