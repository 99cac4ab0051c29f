import { readFileSync } from 'node:fs';
import { filesBelow, report } from './sources.mjs';
import { wordsInCode } from './word-rules.mjs';

const folders = ['bench', 'core', 'e2e', 'main', 'platform', 'solutions', 'tools'];
// The rules and their test are full of the words.
const rules = ['tools/word-rules.mjs', 'tools/word-rules.test.ts'];

report(
  filesBelow(folders, ['.ts', '.tsx', '.mjs', '.css'])
    .filter((path) => !rules.includes(path))
    .flatMap((path) =>
      wordsInCode(readFileSync(path, 'utf8')).map(({ line, word, better }) => `${path}:${line} "${word}": ${better}`),
    ),
  'Write names, comments and test titles as an experienced native engineer would.',
);
