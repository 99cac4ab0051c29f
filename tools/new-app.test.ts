import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = resolve('.');
const bin = join(root, 'node_modules/.bin');
let copy: string;

/** The sources of the product in a folder of their own, where an app may be added. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'rasid-new-app-'));
  for (const name of readdirSync(root))
    if (!['node_modules', '.data', '.git', 'dist', 'test-results', 'e2e', 'bench'].includes(name))
      cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const node = (...args: string[]) =>
  run(join(bin, 'node'), args, { cwd: copy, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } });
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
}, 60_000);

test('the new app compiles, keeps the rules of the house, and passes its own test', async () => {
  writeFileSync(
    join(copy, 'tsconfig.new-app.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      // The new slice, with what slices merge into shared types.
      include: [
        'solutions/pest-control',
        'main/testing.ts',
        'core/*/server/tables.ts',
        'core/*/common/manifest.ts',
        'platform/web/shell/*.d.ts',
      ],
    }),
  );
  await Promise.all([
    node(join(bin, 'tsc'), '--noEmit', '-p', 'tsconfig.new-app.json'),
    node('tools/check-boundaries.mjs'),
    node('tools/check-locales.mjs'),
    node('node_modules/vitest/vitest.mjs', 'run', 'solutions/pest-control'),
  ]);
}, 240_000);
