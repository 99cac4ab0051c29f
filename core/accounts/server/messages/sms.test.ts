import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { type Rasid, rasid } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { startSms } from './sms.ts';
import { queueSms } from './sms-outbox.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const outbox = async () =>
  (await app.kit.pool.query('SELECT sent_at, attempts, last_error FROM sms_outbox ORDER BY id')).rows;

/** A real HTTP provider that turns the first message away. */
async function provider() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    reply.writeHead(received.length === 1 ? 503 : 200).end('no line is free');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { received, url: `http://127.0.0.1:${port}/sms`, close: () => server.close() };
}

test('a text message that the provider turns away is tried again under the same key', async () => {
  const { received, url, close } = await provider();
  await inSystem(app.kit.db, (tx) => queueSms(tx, [{ recipient: '+971 50 123 4567', text: 'الخزان ممتلئ' }]));
  const stop = startSms({ ...app.kit, settings: { ...app.kit.settings, smsUrl: url, smsToken: 'secret-of-provider' } });
  await eventually(outbox, (rows) => rows[0]?.attempts === 1);
  expect((await outbox())[0]).toMatchObject({
    sent_at: null,
    last_error: 'the provider answered 503: no line is free',
  });
  await app.kit.pool.query('UPDATE sms_outbox SET next_attempt_at = now()');
  await eventually(outbox, (rows) => rows[0]?.sent_at !== null);
  await stop();
  close();
  expect(received.map((one) => JSON.parse(one.body))).toEqual(
    Array(2).fill({ to: '+971501234567', text: 'الخزان ممتلئ' }),
  );
  expect(new Set(received.map((one) => one.headers['idempotency-key'])).size).toBe(1);
  expect(received[0]?.headers.authorization).toBe('Bearer secret-of-provider');
});

test('without a provider messages wait in the outbox', async () => {
  await inSystem(app.kit.db, (tx) => queueSms(tx, [{ recipient: '+971501234567', text: 'later' }]));
  await startSms(app.kit)();
  expect((await outbox()).at(-1)).toMatchObject({ sent_at: null, attempts: 0 });
});
