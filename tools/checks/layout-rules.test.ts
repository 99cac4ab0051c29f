import { expect, test } from 'vitest';
import { crowdedFolders, importCycles, longFiles } from './layout-rules.mjs';

const files = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/file-${at}.ts`);

test('a folder may have 25 files, and any number of migrations', () => {
  expect(crowdedFolders([...files('core/a/web', 25), ...files('core/a/server/migrations', 40)])).toEqual([]);
  expect(crowdedFolders(files('core/a/web', 26))).toEqual([expect.stringContaining('core/a/web has 26 files')]);
});

test('a file may have 250 lines, and one that was longer may only become shorter', () => {
  const known = { 'old.ts': 300 };
  expect(
    longFiles(
      new Map([
        ['new.ts', 250],
        ['old.ts', 300],
      ]),
      known,
    ),
  ).toEqual([]);
  expect(longFiles(new Map([['new.ts', 251]]), known)).toHaveLength(1);
  expect(longFiles(new Map([['old.ts', 301]]), known)).toHaveLength(1);
  expect(longFiles(new Map([['old.ts', 250]]), known)).toEqual([
    expect.stringContaining('remove it from long-files.json'),
  ]);
});

test('files that import each other through others are a cycle', () => {
  const imports = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', []],
  ]);
  expect(importCycles(imports)).toEqual([['a', 'b', 'c']]);
  expect(
    importCycles(
      new Map([
        ['a', ['b']],
        ['b', ['outside']],
      ]),
    ),
  ).toEqual([]);
});
