import { existsSync, readFileSync } from 'node:fs';
import { filesBelow, report } from '../sources.mjs';
import { missingPaths } from './document-rules.mjs';

const folders = ['bench', 'core', 'deploy', 'docs', 'e2e', 'main', 'platform', 'solutions', 'tools'];
const atRoot = ['CONTRIBUTING.md', 'LICENSE', 'README.md', 'package.json'].filter((path) => existsSync(path));
const files = [...atRoot, ...filesBelow(folders, [''])];
const textOf = (path) => readFileSync(path, 'utf8');
const isDocument = (path) => path.endsWith('.md') && (atRoot.includes(path) || path.startsWith('docs/'));
const documents = new Map(files.filter(isDocument).map((path) => [path, textOf(path)]));

report(
  [...documents.keys()].flatMap((document) =>
    missingPaths(document, { documents, files, textOf }).map(({ line, path }) => `${document}:${line} ${path}`),
  ),
  'Documents name only files, folders, headings and exports that exist.',
);
