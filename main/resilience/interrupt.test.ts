import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { postgresHome } from '#platform/server/postgres/postgres-home.ts';
import { postmasterOf } from '#platform/server/postgres/postmaster.ts';
import { removePrivatePostgres } from '#platform/server/postgres/private-postgres.ts';
import { eventually } from '../testing/test-device.ts';
import { freePort } from '../testing/test-servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'rasid-interrupt-'));
// The user that runs PostgreSQL for root needs access to the folder.
chmodSync(folder, 0o711);
let server: ChildProcess | undefined;

afterEach(async () => {
  if (server?.exitCode === null && server.signalCode === null) server.kill('SIGKILL');
  await removePrivatePostgres(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As in a terminal: the signal reaches every process of the group, and more than once. */
test.each(['SIGINT', 'SIGHUP'] as const)(
  'a server whose process group gets %s twice ends in order and leaves no PostgreSQL behind',
  async (signal) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('../server.ts', import.meta.url))], {
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        DEMO: '0',
        PORT: String(await freePort()),
        MQTT_PORT: String(await freePort()),
        DATA_DIR: folder,
      },
    });
    server = child;
    const { cluster } = await postgresHome(folder);
    await eventually(
      async () => postmasterOf(cluster),
      (pid) => pid !== undefined,
      60_000,
    );
    const ended = once(child, 'exit');
    process.kill(-(child.pid ?? 0), signal);
    process.kill(-(child.pid ?? 0), signal);
    expect(await ended).toEqual([0, null]);
    expect(postmasterOf(cluster)).toBeUndefined();
  },
);
