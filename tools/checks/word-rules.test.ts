import { expect, test } from 'vitest';
import { wordsInCode, wordsInDocument } from './word-rules.mjs';

const found = (code: string) => wordsInCode(code).map(({ word }: { word: string }) => word);

test.each([
  ['a comment', '/** Draws the shape anew. */', 'anew'],
  ['a comment after code', 'const a = 1; // beside the list', 'beside'],
  ['a comment over two lines', '/**\n * The list stands\n * in the address.\n */', 'stands in'],
  ['a comment between expressions', `const a = \`\${b /* judged */}\`;`, 'judged'],
  ['the title of a test', "test('a file that is no image is refused', () => {});", 'is no '],
  ['the title of a table of tests', "test.each([1])('whoever asks gets %s', () => {});", 'Whoever'],
  ['a title on a line of its own', 'describe.skip(\n  `people are told`,\n);', 'told'],
  ['a variable', 'const toldFailures = 20;', 'toldFailures'],
  ['a type', 'type JudgedFix = { time: number };', 'JudgedFix'],
  ['a word within a name', 'const leastJudged = 20;', 'leastJudged'],
  ['a function', 'export async function keepSettings() {}', 'keepSettings'],
  ['a function value', 'const noteOwner = async (id: number) => id;', 'noteOwner'],
  ['a class of a stylesheet', '.beside {\n  display: grid;\n}', 'beside'],
])('a wording is found in %s', (_place, code, word) => {
  expect(found(code).map((one) => one.toLowerCase())).toEqual([word.toLowerCase()]);
});

test.each([
  ['an existential sentence', '// There is no answer, and there are no rows.'],
  ['a comparison', '// It is no longer valid, and the limit is no larger than 5.'],
  ['a longer word', '// Recommended besides the amendments.'],
  ['a name that contains one', 'const recommended = amended + isolated;'],
  ['a flag that keeps something', 'const props = { keepOpen: true, keepMounted };'],
  ['a text', "const text = 'Draw the shape anew';"],
  ['a column in SQL', 'const query = sql`SELECT told, judged_until FROM log`;'],
  ['a regular expression with quotes', "const quoted = /['`]anew['`]/g;"],
  ['an expression within a template', `const text = \`a \${names.map((one) => \`\${one} anew\`).join(', ')} anew\`;`],
])('no wording is found in %s', (_place, code) => {
  expect(found(code)).toEqual([]);
});

test('a finding names the line and a better wording', () => {
  expect(wordsInCode('const a = 1;\n\n/**\n * Reads it\n * anew.\n */')).toEqual([
    { line: 5, word: 'anew', better: expect.stringContaining('again') },
  ]);
});

test('documents are read without their code', () => {
  const document = 'A list\nstands in `anew`.\n\n```\nbeside\n```\n\nIt is judged.';
  expect(wordsInDocument(document).map(({ line, word }: { line: number; word: string }) => [line, word])).toEqual([
    [2, 'stands in'],
    [8, 'judged'],
  ]);
});
