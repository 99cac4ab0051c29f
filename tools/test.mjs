import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { installPrograms, missingPrograms, searchPath } from './programs.mjs';
import { journeysOf, selectionOf, unitFilter } from './tests/test-selection.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const selection = selectionOf(process.argv.slice(2));
const unknown = selection.paths.filter((path) => !existsSync(path));
if (unknown.length > 0) {
  console.error(`Not found: ${unknown.join(', ')}. Name folders or files, for example: npm test -- core/alarms`);
  process.exit(1);
}

ensureInstalled({ development: true });
installPrograms();

const { calibrate, timingReport } = await import('./tests/test-budget.mjs');
const { resultsOf } = await import('./tests/test-results.mjs');
const { temporaryFolder } = await import('./tests/memory-folder.mjs');
const paths = await pathsOf(selection);
const isWhole = paths === null;

const results = 'test-results';
const vitestFile = `${results}/vitest.json`;
const playwrightFile = `${results}/playwright.json`;
rmSync(results, { recursive: true, force: true });
mkdirSync(results);

// Files run in random order; the seed repeats that of a failed run.
const seed = process.env.TEST_SEED ?? String(Date.now() % 2 ** 31);
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestFile}`,
];
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--shuffle', seed];
const tests = isWhole ? [] : paths.filter((path) => !path.startsWith('e2e/'));
const journeys = journeysOf(paths);
const stages = [
  { name: 'check', args: ['tools/check.mjs', ...selection.paths] },
  ...(isWhole || tests.length > 0
    ? [
        {
          name: 'unit, integration and component tests',
          args: [...vitest, '--passWithNoTests', ...tests.map(unitFilter)],
        },
      ]
    : []),
  ...(journeys ? [{ name: 'browser journeys', args: [...playwright, ...journeys] }] : []),
];

const node = resolve('node_modules/.bin/node');
const temporary = await temporaryFolder('files');
const env = {
  ...process.env,
  TEST_SEED: seed,
  TMPDIR: temporary.folder,
  // Servers that tests start as processes load the same modules.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
  PATH: [resolve('node_modules/.bin'), ...searchPath].join(delimiter),
  PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile,
};

console.log(`TEST_SEED=${seed}`);
const before = await calibrate();
let status = 0;
for (const { name, args } of stages) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  status = spawnSync(node, args, { stdio: 'inherit', env }).status ?? 1;
  console.log(`(${name}: ${Math.round((Date.now() - started) / 1000)} s)`);
  if (status !== 0) {
    console.error(`\nStopped: ${name} failed. TEST_SEED=${seed} repeats the order of the files.`);
    break;
  }
}

await temporary.remove();

const { passed, failed, skipped, flaky, unitFiles, journeyFiles } = resultsOf({ vitestFile, playwrightFile });
const { slowest, over, fails } = timingReport([...unitFiles, ...journeyFiles], Math.max(before, await calibrate()));
if (isWhole) console.log(`\nThe slowest files, in units of a calibration loop:\n${slowest.join('\n')}`);
if (isWhole && over.length > 0) {
  console.error(`\nOver budget (tools/tests/test-budget.mjs):\n${over.join('\n')}`);
  if (fails) status ||= 1;
}
for (const line of missingPrograms()) console.log(`\n${line}`);
// A stage may also fail without a failed test: a check, a file that does not load, a server that does not start.
const failures = status !== 0 && failed === 0 ? 1 : failed;
const more = [skipped > 0 && `${skipped} skipped`, flaky > 0 && `${flaky} only at the second try`].filter(Boolean);
console.log(`\n${[`${passed} passed`, `${failures} failed`, ...more].join(', ')}`);
process.exitCode = status;

/** The paths to test; null for everything. */
async function pathsOf({ paths: named, changedSince }) {
  if (changedSince === undefined) return named.length > 0 ? named : null;
  const { affectedSince } = await import('./tests/changed-files.mjs');
  const affected = affectedSince(changedSince);
  if (affected) console.log(`${affected.length} files are changed or import what is changed since ${changedSince}.`);
  return affected;
}
