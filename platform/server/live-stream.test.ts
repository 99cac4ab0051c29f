import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let base: string;

beforeAll(async () => {
  app = await rasid();
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = app.http.server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api`;
});
afterAll(() => app.close());

async function open(token: string) {
  const reply = await fetch(`${base}/events?topics=alarms`, { headers: { authorization: `Bearer ${token}` } });
  let ended = false;
  const reading = (async () => {
    for await (const _ of reply.body ?? []);
    ended = true;
  })();
  return { status: reply.status, reading, hasEnded: () => ended };
}

test('the thirty-first live stream of a person ends the oldest, and none of another person', async () => {
  const [viewer, customer] = await Promise.all(['viewer', 'customer'].map((name) => app.signIn(`${name}@rasid.test`)));
  const beside = await open(customer?.token ?? '');
  const first = await open(viewer?.token ?? '');
  const others = [];
  for (let count = 2; count <= 30; count++) others.push(await open(viewer?.token ?? ''));
  expect([first, ...others].map(({ status, hasEnded }) => [status, hasEnded()])).toEqual(Array(30).fill([200, false]));
  others.push(await open(viewer?.token ?? ''));
  await first.reading;
  expect(others.some(({ hasEnded }) => hasEnded())).toBe(false);
  expect(beside.hasEnded()).toBe(false);
});
