import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { forgetIdempotencyKeys } from './idempotency.ts';

let app: Rasid;
let customer: TestPerson;
let commands: string;
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const [device] = (await customer.call('GET', '/sample/device?limit=1')).body.data;
  commands = `/sample/device/${device.id}/command`;
});
afterAll(() => app.close());
/** An unfinished command would refuse the next one. */
const endCommands = () => app.kit.pool.query('DELETE FROM device_command');
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM idempotency');
  await endCommands();
});

const send = (key: string, person = customer, method = 'ping') =>
  person.call('POST', commands, { body: { method }, headers: { 'idempotency-key': key } });
const age = (interval: string) =>
  app.kit.pool.query('UPDATE idempotency SET created_at = now() - $1::interval', [interval]);

describe('a request with an idempotency key', () => {
  test('that is repeated has no further effect and gets the first reply', async () => {
    const first = await send('press');
    const again = await send('press');
    expect([again.status, again.body.data]).toEqual([first.status, first.body.data]);
  });

  test('that is repeated concurrently takes effect once', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => send('press')));
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
  });

  test('is refused when its body differs from the first one', async () => {
    await send('press');
    const other = await send('press', customer, 'other');
    expect([other.status, other.body.word]).toEqual([409, 'idempotency-key-reused']);
  });

  test('has its first reply stored sealed, as it may contain a secret that is shown once', async () => {
    const first = (await send('press')).body.data;
    const { rows } = await app.kit.pool.query('SELECT reply::text, request_hash FROM idempotency');
    expect(Object.keys(JSON.parse(rows[0].reply))).toEqual(['sealed']);
    const plain = createHash('sha256')
      .update(JSON.stringify([`/api${commands}`, { method: 'ping', params: {} }]))
      .digest('hex');
    expect(rows[0].request_hash).not.toBe(plain);
    await app.kit.pool.query('UPDATE idempotency SET reply = $1, request_hash = $2', [first, plain]);
    expect((await send('press')).body.data).toEqual(first);
  });

  test('is independent of the same key of another person', async () => {
    const first = await send('press');
    const operator = await send('press', await app.signIn('integrator@rasid.test'));
    // It is a separate command, which is refused while the first one is unfinished.
    expect([first.status, operator.status, operator.body.word]).toEqual([201, 409, 'command-under-way']);
  });

  test('that was refused can be repeated', async () => {
    expect((await send('press', customer, 'nothing-of-the-kind')).status).toBe(404);
    expect((await app.kit.pool.query('SELECT FROM idempotency')).rowCount).toBe(0);
  });

  test('is stored for longer than browsers repeat their calls', async () => {
    const first = await send('press');
    await age('191 hours');
    await forgetIdempotencyKeys(app.kit);
    expect((await send('press')).body.data.id).toBe(first.body.data.id);
    await age('193 hours');
    await forgetIdempotencyKeys(app.kit);
    await endCommands();
    expect((await send('press')).body.data.id).not.toBe(first.body.data.id);
  });
});
