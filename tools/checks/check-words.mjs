import { readFileSync } from 'node:fs';
import { filesBelow, report } from '../sources.mjs';
import { isWritten } from './layout-rules.mjs';
import { wordsInCode, wordsInDocument } from './word-rules.mjs';

const folders = ['bench', 'core', 'e2e', 'main', 'platform', 'solutions', 'tools'];
// The rules and their test consist of the words.
const rules = ['tools/checks/word-rules.mjs', 'tools/checks/word-rules.test.ts'];
const code = filesBelow(folders, ['.ts', '.tsx', '.mjs', '.css']).filter(
  (path) => !rules.includes(path) && !isWritten(path),
);
// CONTRIBUTING.md lists the words.
const documents = ['README.md', ...filesBelow(['docs'], ['.md'])];

const problemsIn = (paths, wordsIn) =>
  paths.flatMap((path) =>
    wordsIn(readFileSync(path, 'utf8')).map(({ line, word, better }) => `${path}:${line} "${word}": ${better}`),
  );

report(
  [...problemsIn(code, wordsInCode), ...problemsIn(documents, wordsInDocument)],
  'Write names, comments and test titles as an experienced native engineer would.',
);
