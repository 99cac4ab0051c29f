import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('many unknown links that are opened at once are refused, and nobody else has to wait for them', async () => {
  const customer = await app.signIn('customer@rasid.test');
  const unknown = async (n: number) => {
    const path = `/metrowatch/access-token/public/${String(n).padStart(43, 'x')}/unlock`;
    return (await app.anonymous.call('POST', path, { body: { key: randomUUID() } })).status;
  };
  const refused = Promise.all(Array.from({ length: 12 }, (_, n) => unknown(n)));
  expect((await customer.call('GET', '/session')).status).toBe(200);
  expect(await refused).toEqual(Array(12).fill(404));
});
