import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProduct, type ProductCopy } from './tests/product-copy.ts';

let product: ProductCopy;
let copy: string;
let bin: string;
beforeAll(() => {
  product = copyProduct();
  copy = product.folder;
  bin = join(copy, 'node_modules/.bin');
});
afterAll(() => product.remove());
const node: ProductCopy['node'] = (...args) => product.node(...args);

const files = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(folder, file)).isFile());

/** The number of files and lines of an app, and of lines in which it silences a type. */
function sizeOf(app: string) {
  const folder = join(copy, 'solutions', app);
  const made = files(folder);
  const lines = made.flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'));
  return {
    files: made.length,
    lines: lines.length,
    casts: lines.filter((line) => /\bas (?!const\b)|\bany\b/.test(line) && !/^\s*(\/\/|\/\*|\*|--)/.test(line)),
  };
}

test('an app with devices is at most 12 files and 300 lines, and one line of the product names it', async () => {
  const before = readFileSync(join(copy, 'main/apps.ts'), 'utf8');
  await node('tools/new-app.mjs', 'pest-control', '--devices');
  const size = sizeOf('pest-control');
  expect(size.files).toBeLessThanOrEqual(12);
  expect(size.lines).toBeLessThanOrEqual(300);
  const after = readFileSync(join(copy, 'main/apps.ts'), 'utf8');
  expect(after.split('\n').filter((line) => !before.includes(line))).toEqual([
    "import { pestControl } from '#solutions/pest-control/app.ts';",
    '  pestControl,',
  ]);
});

test('an app around a thing with steps, alarms and a due date is at most 20 files and 800 lines, without a cast', async () => {
  await node('tools/new-app.mjs', 'job-board', '--things');
  const size = sizeOf('job-board');
  expect(size.files).toBeLessThanOrEqual(20);
  expect(size.lines).toBeLessThanOrEqual(800);
  expect(size.casts).toEqual([]);
});

/** What the walks over all routes may add for an app; those that every app with devices mounts are tried on the fixture apps. */
const mostAddedTests = 60;

test('an empty app with devices adds at most 60 tests', async () => {
  const listed = join(copy, 'listed-tests.json');
  await node(
    'node_modules/vitest/vitest.mjs',
    'list',
    '--project=server',
    `--json=${listed}`,
    'main/',
    'solutions/pest-control/',
  );
  const all = JSON.parse(readFileSync(listed, 'utf8')) as { name: string; file: string }[];
  const added = all.filter(({ name, file }) => name.includes('pest-control') || file.includes('/pest-control/'));
  expect(added.length).toBeGreaterThan(0);
  expect(added.length).toBeLessThanOrEqual(mostAddedTests);
}, 600_000);

test('a new app, with devices, things or neither, compiles, passes the checks and its own test', async () => {
  await node('tools/new-app.mjs', 'visitor-log');
  writeFileSync(
    join(copy, 'tsconfig.new-app.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      // The new slice, with what slices merge into shared types.
      include: [
        'solutions/pest-control',
        'solutions/visitor-log',
        'solutions/job-board',
        'main/testing.ts',
        'core/*/server/tables.ts',
        'core/*/server/events.ts',
        'core/*/common/manifest.ts',
        'platform/web/**/*.d.ts',
      ],
    }),
  );
  await Promise.all([
    node(join(bin, 'tsc'), '--noEmit', '--checkers', '1', '-p', 'tsconfig.new-app.json'),
    node('tools/checks/check-boundaries.mjs'),
    node('tools/checks/check-locales.mjs'),
    node('tools/checks/check-words.mjs'),
    node(
      'node_modules/vitest/vitest.mjs',
      'run',
      'solutions/pest-control',
      'solutions/visitor-log',
      'solutions/job-board',
    ),
  ]);
}, 600_000);
