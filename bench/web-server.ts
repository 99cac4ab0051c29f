import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { removePrivatePostgres } from '#platform/server/postgres/private-postgres.ts';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** Runs the product in `root`, as `npm start` does, with demo data in a temporary folder. */
export async function startDemo(root = '.'): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'rasid-bench-web-'));
  const [port, mqttPort] = [await freePort(), await freePort()];
  const settings = {
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    SIA_PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
  };
  const { PATH, HOME } = process.env;
  const fileAt = (path: string) => resolve(root, path);
  const server = spawn(process.execPath, ['--import', fileAt('tools/end-with-parent.mjs'), fileAt('main/server.ts')], {
    cwd: root,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    await removePrivatePostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  server.stdout.resume();
  for (;;) {
    if (server.exitCode !== null) {
      await stop();
      throw new Error('the server did not start');
    }
    if (
      await fetch(`${url}/ready`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      return { url, stop };
    await new Promise((wait) => setTimeout(wait, 100));
  }
}
