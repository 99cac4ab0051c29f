import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDebianPackages, searchPath } from './debian-packages.mjs';
import { ensureInstalled } from './install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
ensureInstalled({ development: true });
ensureDebianPackages();

const results = 'test-results';
const vitestFile = `${results}/vitest.json`;
const playwrightFile = `${results}/playwright.json`;
rmSync(results, { recursive: true, force: true });
mkdirSync(results);

const stages = [
  { name: 'check', args: ['tools/check.mjs'] },
  {
    name: 'unit and integration',
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestFile}`,
    ],
  },
  { name: 'browser journeys', args: ['node_modules/@playwright/test/cli.js', 'test'] },
];

const node = resolve('node_modules/.bin/node');
const env = {
  ...process.env,
  PATH: [resolve('node_modules/.bin'), ...searchPath].join(delimiter),
  PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile,
};

let status = 0;
for (const { name, args } of stages) {
  console.log(`\n── ${name}`);
  status = spawnSync(node, args, { stdio: 'inherit', env }).status ?? 1;
  if (status !== 0) {
    console.error(`\nStopped: ${name} failed.`);
    break;
  }
}

const { passed, failed } = count();
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = status;

function count() {
  const unit = readResult(vitestFile);
  const browser = readResult(playwrightFile)?.stats;
  const failed = (unit?.numFailedTests ?? 0) + (browser?.unexpected ?? 0);
  // A stage may also fail as a whole: a check, a file that does not load, a server that does not come up.
  return {
    passed: (unit?.numPassedTests ?? 0) + (browser?.expected ?? 0) + (browser?.flaky ?? 0),
    failed: status !== 0 && failed === 0 ? 1 : failed,
  };
}

function readResult(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
