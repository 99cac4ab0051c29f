import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { PostgresHome } from './postgres-home.ts';
import { lastError } from './postmaster.ts';

const root = mkdtempSync(join(tmpdir(), 'rasid-words-'));
afterAll(() => rmSync(root, { recursive: true }));
const home: PostgresHome = { bin: '', root, cluster: join(root, 'cluster'), sockets: root, runAs: {} };

const refusals = [
  '2026-01-01 10:00:02 UTC [12] FATAL:  the database system is not yet accepting connections',
  '2026-01-01 10:00:02 UTC [13] FATAL:  the database system is starting up',
];
test.each([
  [
    'that the disk is full, whatever followed from it',
    [
      'FATAL:  could not write to file "pg_wal/xlogtemp.921": No space left on device',
      'LOG:  startup process (PID 921) exited with exit code 1',
      'PANIC:  aborting',
    ],
    'could not write to file "pg_wal/xlogtemp.921": No space left on device',
  ],
  [
    'the last fatal error',
    ['FATAL:  lock file "postmaster.pid" already exists', 'LOG:  shutting down'],
    'lock file "postmaster.pid" already exists',
  ],
  ['the last line where nothing is fatal', ['LOG:  database system is shut down'], 'database system is shut down'],
])('why PostgreSQL ended is %s, and never what it answered while it started', (_reason, lines, sentence) => {
  const stamped = lines.map((line) => `2026-01-01 10:00:01 UTC [11] ${line}`);
  writeFileSync(join(root, 'postgres.log'), `${[...stamped, ...refusals].join('\n')}\n`);
  expect(lastError(home)).toBe(sentence);
});
