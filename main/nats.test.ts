import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import pino from 'pino';
import { expect, test } from 'vitest';
import { connectNats } from './nats.ts';

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
