import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { installPrograms, missingPrograms, searchPath } from './programs.mjs';
import { journeysOf, unitFilter } from './test-selection.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** The folders or files to check and test; without any, everything. */
const paths = process.argv.slice(2).map((path) => path.replace(/\/$/, ''));
const unknown = paths.filter((path) => !existsSync(path));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Name folders or files, for example: npm test -- core/alarms`);
  process.exit(1);
}

ensureInstalled({ development: true });
installPrograms();

const results = 'test-results';
const vitestFile = `${results}/vitest.json`;
const playwrightFile = `${results}/playwright.json`;
rmSync(results, { recursive: true, force: true });
mkdirSync(results);

const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestFile}`,
];
const playwright = ['node_modules/@playwright/test/cli.js', 'test'];
const journeys = journeysOf(paths);
const stages = [
  { name: 'check', args: ['tools/check.mjs', ...paths] },
  paths.length === 0
    ? { name: 'unit, integration and component tests', args: vitest }
    : { name: 'tests of the paths', args: [...vitest, '--passWithNoTests', ...paths.map(unitFilter)] },
  ...(journeys ? [{ name: 'browser journeys', args: [...playwright, ...journeys.args], env: journeys.env }] : []),
];

const node = resolve('node_modules/.bin/node');
const env = {
  ...process.env,
  PATH: [resolve('node_modules/.bin'), ...searchPath].join(delimiter),
  PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile,
};

let status = 0;
for (const { name, args, env: more } of stages) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  status = spawnSync(node, args, { stdio: 'inherit', env: { ...env, ...more } }).status ?? 1;
  console.log(`(${name}: ${Math.round((Date.now() - started) / 1000)} s)`);
  if (status !== 0) {
    console.error(`\nStopped: ${name} failed.`);
    break;
  }
}

const { passed, failed, skipped, flaky } = count();
for (const line of missingPrograms()) console.log(`\n${line}`);
const more = [skipped > 0 && `${skipped} skipped`, flaky > 0 && `${flaky} only at the second try`].filter(Boolean);
console.log(`\n${[`${passed} passed`, `${failed} failed`, ...more].join(', ')}`);
process.exitCode = status;

function count() {
  const unit = readResult(vitestFile);
  const browser = readResult(playwrightFile)?.stats;
  const failed = (unit?.numFailedTests ?? 0) + (browser?.unexpected ?? 0);
  return {
    passed: (unit?.numPassedTests ?? 0) + (browser?.expected ?? 0) + (browser?.flaky ?? 0),
    flaky: browser?.flaky ?? 0,
    // A stage may also fail without a failed test: a check, a file that does not load, a server that does not start.
    failed: status !== 0 && failed === 0 ? 1 : failed,
    skipped: (unit?.numPendingTests ?? 0) + (browser?.skipped ?? 0),
  };
}

function readResult(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
