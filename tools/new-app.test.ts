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

test('an app with devices is at most 12 files and 300 lines, and one line of the product names it', async () => {
  const before = readFileSync(join(copy, 'main/apps.ts'), 'utf8');
  await node('tools/new-app.mjs', 'pest-control', '--devices');
  const folder = join(copy, 'solutions/pest-control');
  const made = files(folder);
  const lines = made.reduce(
    (sum, file) => sum + readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').length,
    0,
  );
  expect(made.length).toBeLessThanOrEqual(12);
  expect(lines).toBeLessThanOrEqual(300);
  const after = readFileSync(join(copy, 'main/apps.ts'), 'utf8');
  expect(after.split('\n').filter((line) => !before.includes(line))).toEqual([
    "import { pestControl } from '#solutions/pest-control/app.ts';",
    '  pestControl,',
  ]);
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
}, 240_000);

test('a new app, with devices or without, compiles, passes the checks and its own test', async () => {
  await node('tools/new-app.mjs', 'visitor-log');
  writeFileSync(
    join(copy, 'tsconfig.new-app.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      // The new slice, with what slices merge into shared types.
      include: [
        'solutions/pest-control',
        'solutions/visitor-log',
        'main/testing.ts',
        'core/*/server/tables.ts',
        'core/*/server/events.ts',
        'core/*/common/manifest.ts',
        'platform/web/**/*.d.ts',
      ],
    }),
  );
  await Promise.all([
    node(join(bin, 'tsc'), '--noEmit', '-p', 'tsconfig.new-app.json'),
    node('tools/checks/check-boundaries.mjs'),
    node('tools/checks/check-locales.mjs'),
    node('tools/checks/check-words.mjs'),
    node('node_modules/vitest/vitest.mjs', 'run', 'solutions/pest-control', 'solutions/visitor-log'),
  ]);
}, 240_000);
