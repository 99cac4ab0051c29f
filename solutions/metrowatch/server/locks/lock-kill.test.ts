import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { startServer, type TestServer } from '#main/testing/test-servers.ts';
import { demoDatabase, demoPassword } from '#main/testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'rasid-lock-kill-'));
let database: Awaited<ReturnType<typeof demoDatabase>>;
let pool: pg.Pool;
let server: TestServer;
let token = '';

const start = async () => {
  server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder });
};
beforeAll(async () => {
  database = await demoDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  await start();
});
afterAll(async () => {
  await server.kill('SIGTERM');
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object) {
  const reply = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: reply.status, body: await reply.json() };
}

async function connect({ name: username, secret: password }: { name: string; secret: string }) {
  const port = server.mqttPort;
  return mqtt.connectAsync({ host: '127.0.0.1', port, username, password, reconnectPeriod: 0 });
}
const requests = 'v1/devices/me/rpc/request/+';

test('a lock that gets the order as the server is killed opens once, and what it reports later is in the log', async () => {
  token = (await call('POST', '/auth/login', { email: 'customer@rasid.test', password: demoPassword })).body.data.token;
  const door = (await call('GET', '/metrowatch/device?limit=1&sort[id]=asc&hardwareId=1101')).body.data[0];
  const credential = (await call('PUT', `/metrowatch/device/${door.id}/credential`)).body.data;
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const made = await call('POST', '/metrowatch/access-token', {
    deviceId: door.id,
    kind: 'link',
    from: hours(-1),
    to: hours(1),
    maxUses: 1,
  });
  const link = `/metrowatch/access-token/public/${made.body.data.secrets.links[0].url.split('/').at(-1)}`;
  const open = () => call('POST', `${link}/unlock`, { key: randomUUID() });

  let orders = 0;
  const lock = await connect(credential);
  const killed = new Promise<void>((resolve) => {
    lock.on('message', () => {
      orders += 1;
      lock.stream.destroy();
      resolve(server.kill('SIGKILL'));
    });
  });
  await lock.publishAsync('v1/devices/me/telemetry', '{"lockState":"locked"}', { qos: 1 });
  await lock.subscribeAsync(requests, { qos: 1 });
  // The answer may be lost with the server.
  await open().catch(() => undefined);
  await killed;
  const openedAt = Date.now();

  // The order expires before the server is back, so the lock could not have reported anything.
  await pool.query("UPDATE device_command SET expires_at = now() - interval '1 second' WHERE state = 'sent'");
  await start();
  const back = await connect(credential);
  back.on('message', () => {
    orders += 1;
  });
  await back.subscribeAsync(requests, { qos: 1 });
  expect((await open()).body.word).toMatch(/link-used|command-under-way/);
  await back.publishAsync(
    'v1/devices/me/telemetry',
    JSON.stringify([
      { ts: openedAt, values: { lockState: 'unlocked' } },
      { ts: openedAt + 1, values: { lockState: 'locked' } },
    ]),
    { qos: 1 },
  );
  const after = await eventually(
    () => call('GET', `${link}?wait=1`),
    ({ body }) => body.data.opening.state === 'opened',
  );
  expect(after.body.data.state).toBe('used');
  expect((await open()).body.word).toBe('link-used');
  const log = (await call('GET', `/metrowatch/access-log?deviceId=${door.id}`)).body.data;
  expect(log.filter(({ commandId }: { commandId: number | null }) => commandId !== null)).toMatchObject([
    { action: 'unlock', result: 'granted', method: 'link' },
  ]);
  expect(orders).toBe(1);
  await back.endAsync(true);
});
