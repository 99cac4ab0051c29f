import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** What the runners have written: numbers of tests, and the seconds of each file. */
export function resultsOf({ vitestFile, playwrightFile }) {
  const unit = read(vitestFile);
  const journeys = read(playwrightFile);
  const stats = journeys?.stats;
  return {
    passed: (unit?.numPassedTests ?? 0) + (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: (unit?.numFailedTests ?? 0) + (stats?.unexpected ?? 0),
    flaky: stats?.flaky ?? 0,
    skipped: (unit?.numPendingTests ?? 0) + (stats?.skipped ?? 0),
    unitFiles: (unit?.testResults ?? []).map(({ name, startTime, endTime }) => ({
      path: relative('.', name),
      seconds: (endTime - startTime) / 1000,
    })),
    journeyFiles: (journeys?.suites ?? []).map((suite) => ({
      path: `e2e/${suite.file}`,
      seconds: durationsOf(suite).reduce((sum, one) => sum + one, 0) / 1000,
    })),
  };
}

const durationsOf = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(durationsOf),
  ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
];
