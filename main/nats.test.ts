import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openSignals } from '#platform/server/signals.ts';
import { connectNats } from './nats.ts';
import { startNats, withoutNats } from './testing/test-nats.ts';

declare module '#platform/server/signals.ts' {
  interface Signals {
    'test.heard': { n: number };
  }
}

const silent = pino({ level: 'silent' });

/** The log about a nats-server of this version, of which only the greeting is simulated. */
async function warningsOf(version: string): Promise<string[]> {
  const sockets: Socket[] = [];
  const info = { server_id: 'test', version, proto: 1, headers: true, max_payload: 1_048_576 };
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => bytes.includes('PING') && socket.write('PONG\r\n'));
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(JSON.parse(line).msg) });
  const connection = await connectNats(`nats://127.0.0.1:${port}`, log);
  await connection.close();
  for (const socket of sockets) socket.destroy();
  server.close();
  return said;
}

test('a nats-server that cannot sync before it acknowledges is reported in the log, and a newer one is not', async () => {
  expect(await warningsOf('2.9.25')).toEqual([
    expect.stringContaining('nats-server 2.9.25 acknowledges messages before'),
  ]);
  expect(await warningsOf('2.10.0')).toEqual([]);
  expect(await warningsOf('2.11.3')).toEqual([]);
});

test.skipIf(withoutNats)('a signal reaches the other processes of the installation and its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rasid-signals-'));
  const nats = await startNats(folder);
  const connections = [await connectNats(nats.url, silent), await connectNats(nats.url, silent)];
  const [first, second] = connections.map((connection) => openSignals(connection, silent));
  const heard = [first, second].map(
    (signals) => new Promise<number>((resolve) => signals?.on('test.heard', ({ n }) => resolve(n))),
  );
  await Promise.all(connections.map((connection) => connection.flush()));
  first?.send('test.heard', { n: 7 });
  expect(await Promise.all(heard)).toEqual([7, 7]);
  await Promise.all([first?.close(), second?.close()]);
  await Promise.all(connections.map((connection) => connection.close()));
  await nats.stop();
  rmSync(folder, { recursive: true, force: true });
});
