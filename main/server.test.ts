import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { apps } from './apps.ts';
import { spawnServer, type TestServer } from './testing/test-servers.ts';

const [hidden = ''] = apps
  .filter(({ kind }) => kind === 'solution')
  .map(({ id }) => `HIDE_${id.toUpperCase().replaceAll('-', '_')}`);

const folder = mkdtempSync(join(tmpdir(), 'rasid-server-'));
let server: TestServer | undefined;
afterEach(() => server?.kill('SIGTERM'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  [{ HIDE_NOBODY: '1' }, /^HIDE_NOBODY names no app: there are /],
  [{ PORT: 'http' }, /^PORT must be a port number/],
])('the server with %o ends with one sentence and says that trying again would not help', async (env, sentence) => {
  server = await spawnServer({ DATA_DIR: folder, ...env });
  expect(await server.ended).toBe(78);
  expect(server.output()).toMatch(sentence);
  expect(server.output().trim().split('\n')).toHaveLength(1);
  if ('HIDE_NOBODY' in env) expect(server.output()).toContain(hidden);
});
