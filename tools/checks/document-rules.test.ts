import { expect, test } from 'vitest';
import { missingPaths } from './document-rules.mjs';

const files = [
  'core/alarms/app.ts',
  'core/alarms/server/api.ts',
  'core/alarms/server/lists/alarms.test.ts',
  'core/alarms/server/migrations/0001_alarms.sql',
  'docs/kit.md',
  'docs/images/flow.svg',
  'main/config.ts',
  'README.md',
];
const texts: Record<string, string> = {
  'docs/kit.md': '# The kit\n\n## Time & zones (both)\n',
  'main/config.ts': 'export const port = 1;',
};

const missing = (text: string, document = 'docs/guide.md'): string[] =>
  missingPaths(document, {
    documents: new Map([...Object.entries(texts), [document, text]]),
    files: [...files, document],
    textOf: (path: string) => texts[path] ?? '',
  }).map(({ path }: { path: string }) => path);

test.each([
  '`core/alarms/server/lists`',
  '`core/alarms/server/{lists,api.ts}`',
  '`core/<slice>/server/api.ts`',
  '`core/alarms/**/*.test.ts`',
  '`server/api.ts`',
  '`server/migrations/NNNN_….sql`',
  '`alarms.test.ts`',
  '`main/`',
  '`/api/payment`, `application/json` and `rules/list`',
  '```\nmain/gone.ts\n```',
  '[The kit](kit.md#time--zones-both)',
  '[Start](../README.md)',
  '[below](#here)\n\n# Here',
  '[`port`](../main/config.ts)',
  '[a page](https://example.com/main/gone.ts)',
])('a document may name %s', (text) => {
  expect(missing(text)).toEqual([]);
});

test.each([
  ['`core/alarms/server/gone.ts`', '`core/alarms/server/gone.ts`'],
  ['`core/{alarms,gone}/missing.ts`', '`core/{alarms,gone}/missing.ts`'],
  ['`core/rules/*`', '`core/rules/*`'],
  ['`web/parts.tsx`', '`web/parts.tsx`'],
  ['`gone.ts`', '`gone.ts`'],
  ['[The kit](kitt.md)', 'The kit: kitt.md'],
  ['[The kit](kit.md#gone)', 'The kit: kit.md#gone'],
  ['[here](#gone)', 'here: #gone'],
  ['[`port`, `host`](../main/config.ts)', 'host is not in ../main/config.ts'],
])('the missing part of %s is found', (text, path) => {
  expect(missing(text)).toEqual([path]);
});

test('a missing path is found at its line', () => {
  const text = '# Title\n\n```\ncode\n```\n\nSee `main/gone.ts`.\n';
  const of = { documents: new Map([['docs/guide.md', text]]), files, textOf: () => '' };
  expect(missingPaths('docs/guide.md', of)).toEqual([{ line: 7, path: '`main/gone.ts`' }]);
});
