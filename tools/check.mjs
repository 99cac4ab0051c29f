import { spawn } from 'node:child_process';
import { delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
ensureInstalled({ development: true });

/** The paths for format and lint; types and the other rules always cover the whole project. */
const paths = process.argv.slice(2);
const whole = paths.length === 0;

const all = [
  {
    name: 'format and lint',
    command: [
      'biome',
      'ci',
      '--colors=off',
      '--error-on-warnings',
      '--reporter=concise',
      '--max-diagnostics=60',
      ...paths,
    ],
    advice: '"npm run format" fixes the layout; the rest is by hand.',
  },
  {
    name: 'types',
    command: [
      'tsc',
      '--noEmit',
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/types.tsbuildinfo',
    ],
    advice: 'Fix the types above; a cast is the last resort.',
  },
  { name: 'boundaries', command: ['node', 'tools/checks/check-boundaries.mjs'] },
  { name: 'layout', command: ['node', 'tools/checks/check-layout.mjs'] },
  { name: 'names of apps', command: ['node', 'tools/checks/check-app-names.mjs'] },
  { name: 'locales', command: ['node', 'tools/checks/check-locales.mjs'] },
  { name: 'documents', command: ['node', 'tools/checks/check-documents.mjs'] },
  { name: 'wording', command: ['node', 'tools/checks/check-words.mjs'] },
  {
    name: 'tables',
    command: ['node', 'tools/checks/check-tables.mjs', '--list'],
    advice: 'Call the api.ts of the slice that owns the table.',
  },
  {
    name: 'unused code',
    command: ['knip', '--no-progress'],
    advice: 'Remove what nothing uses: git keeps it.',
    ofWhole: true,
  },
];
const checks = all.filter(({ ofWhole }) => whole || !ofWhole);
// Reports: their findings are printed and never fail, but they must run.
const reports = whole ? [{ name: 'specification', command: ['node', 'tools/checks/check-drift.mjs'] }] : [];

const env = { ...process.env, PATH: [resolve('node_modules/.bin'), process.env.PATH].join(delimiter), NO_COLOR: '1' };

function run({ name, command: [program, ...args], advice }) {
  const started = Date.now();
  return new Promise((done) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('close', (code) =>
      done({ name, advice, failed: code !== 0, output: output.trim(), seconds: (Date.now() - started) / 1000 }),
    );
  });
}

async function show(check) {
  const { name, advice, failed, output, seconds } = await run(check);
  console.log(`${failed ? '✗' : '✓'} ${name} (${seconds.toFixed(1)} s)`);
  if (failed) console.log(`${output}\n${advice ?? ''}`);
  return failed;
}

const reported = await Promise.all(reports.map(run));
const failures =
  (await Promise.all(checks.map(show))).filter(Boolean).length + reported.filter(({ failed }) => failed).length;
for (const { output } of reported) if (output) console.log(output);
console.log(failures === 0 ? 'All checks passed.' : `${failures} of ${checks.length} checks failed.`);
process.exitCode = failures === 0 ? 0 : 1;
