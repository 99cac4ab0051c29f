import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * The most that a file of tests should take, in units of the calibration loop. Files run two at a time, and journeys share
 * the cores with the product and a browser, so these are about three to five times what a quiet machine takes.
 */
const ofEveryFile = 300;
const ofJourneys = 900;

/**
 * Files that test what takes its time: builds, processes that are killed, every route, every page.
 * @type {Record<string, number>}
 */
const budgets = {
  'e2e/pages.spec.ts': 6000,
  'main/walks/hostile-requests.test.ts': 600,
  'main/walks/isolation.test.ts': 400,
  'main/resilience/kill.test.ts': 350,
  'main/resilience/outage.test.ts': 450,
  'main/resilience/payment-kill.test.ts': 350,
  'main/resilience/scale-out.test.ts': 450,
  'platform/server/postgres/private-postgres.test.ts': 450,
  'tools/new-app.test.ts': 650,
  'tools/web/web-weight.test.ts': 450,
};

/**
 * Files over their budget are named; the run fails only for those over this multiple of it. Disks and neighbours slow down
 * some files more than the calibration loop, and a run must not fail for the machine that it got.
 */
const tolerance = 2;

/** The budget of a file, in units. */
const budgetOf = (path, limits) => limits[path] ?? (path.startsWith('e2e/') ? ofJourneys : ofEveryFile);

const loop = `
const { createHash } = require('node:crypto');
const started = performance.now();
let text = '';
for (let n = 0; n < 150000; n++) text = createHash('sha256').update(text + n).digest('hex');
require('node:worker_threads').parentPort.postMessage(performance.now() - started);
`;

/** The seconds of one unit: a fixed amount of work on as many cores as the tests use, under the load of the moment. */
export async function calibrate(cores = Math.min(2, availableParallelism())) {
  const times = await Promise.all(
    Array.from(
      { length: cores },
      () =>
        new Promise((resolve, reject) => {
          new Worker(loop, { eval: true }).once('message', resolve).once('error', reject);
        }),
    ),
  );
  return Math.max(...times) / 1000;
}

/**
 * The slowest files, and those over their budget, as lines; whether the run fails for one of them. `files`: path and
 * seconds of each file; `unit`: the larger result of `calibrate` before and after the run.
 */
export function timingReport(files, unit, limits = budgets) {
  const units = files.map(({ path, seconds }) => ({ path, units: seconds / unit })).sort((a, b) => b.units - a.units);
  const line = ({ path, units: used }) => `${used.toFixed(1).padStart(6)}  ${path}`;
  const over = units.filter(({ path, units: used }) => used > budgetOf(path, limits));
  return {
    slowest: units.slice(0, 10).map(line),
    over: over.map(
      ({ path, units: used }) => `${path} took ${used.toFixed(1)} units; its budget is ${budgetOf(path, limits)}`,
    ),
    fails: over.some(({ path, units: used }) => used > tolerance * budgetOf(path, limits)),
  };
}
