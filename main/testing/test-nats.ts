import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findProgram } from '../../tools/programs.mjs';
import { eventually } from './test-device.ts';
import { freePort } from './test-servers.ts';

const natsBinary = findProgram('nats-server');

/** Tests that need NATS are skipped on a machine without nats-server. `npm test` reports them at its end. */
export const withoutNats = natsBinary === undefined;

export type TestNats = { url: string; stop(): Promise<void> };

/** Starts a NATS server with JetStream that stores its files below the folder. Resolves when it accepts connections. */
export async function startNats(folder: string, onPort?: number): Promise<TestNats> {
  if (!natsBinary) throw new Error('nats-server is not installed on this machine.');
  const port = onPort ?? (await freePort());
  const server = spawn(natsBinary, ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(folder, 'jetstream')], {
    stdio: 'ignore',
  });
  await eventually(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve(true);
        }).on('error', () => resolve(false));
      }),
    (up) => up,
  );
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      server.kill();
      await once(server, 'exit');
    },
  };
}
