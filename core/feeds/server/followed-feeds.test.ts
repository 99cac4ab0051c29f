import { beforeAll, expect, test } from 'vitest';
import { app, customer, withPeople } from '#main/testing/test-people.ts';

withPeople();
let base: string;
beforeAll(async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = app.http.server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api/rooms/api/public`;
});

const room = 7;
async function makeFeed(): Promise<string> {
  await customer.call('DELETE', `/rooms/api/room/${room}/feed`);
  return (await customer.call('POST', `/rooms/api/room/${room}/feed`, { body: { kind: 'board' } })).body.data.token;
}

let addresses = 0;
async function follow(token: string, address = `10.8.0.${++addresses}`) {
  const headers = { accept: 'text/event-stream', 'x-forwarded-for': address };
  const left = new AbortController();
  const reply = await fetch(`${base}/${token}/board.json?doors=names`, { headers, signal: left.signal });
  const messages = messagesOf(reply);
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    end: () => left.abort(),
    next: async () => (await messages.next()).value,
  };
}

async function* messagesOf(reply: Response): AsyncGenerator<{ event: string; doors: string[] }> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of reply.body ?? []) {
    text += decoder.decode(part, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event = 'message'] = /^event: (.*)$/m.exec(block) ?? [];
      const [, data] = /^data: ?(.*)$/m.exec(block) ?? [];
      if (data !== undefined) yield { event, doors: data === '' ? [] : JSON.parse(data).doors };
    }
  }
}

const rename = (name: string) =>
  app.kit.pool.query(
    `UPDATE structure SET name = $1 WHERE id = (SELECT min(s.id) FROM structure s JOIN users u ON u.company_id = s.company_id WHERE u.email = 'customer@rasid.test')`,
    [name],
  );
const publish = () => app.kit.live.publish({ topic: `room:${room}`, type: 'changed', companyId: null, data: null });

test('a reader of an event stream gets the answer, and each later one when it has changed', async () => {
  const token = await makeFeed();
  await rename('Before');
  const reader = await follow(token);
  expect([reader.status, reader.type]).toEqual([200, 'text/event-stream']);
  expect((await reader.next())?.doors[0]).toBe('Before');
  const since = performance.now();
  await rename('First');
  publish();
  expect((await reader.next())?.doors[0]).toBe('First');
  // Far earlier than the answer would have expired.
  expect(performance.now() - since).toBeLessThan(15_000);
  await rename('Second');
  publish();
  await rename('Third');
  publish();
  const last = await reader.next();
  expect(['Second', 'Third']).toContain(last?.doors[0]);
  if (last?.doors[0] === 'Second') expect((await reader.next())?.doors[0]).toBe('Third');
  reader.end();
});

test('a reader who asks afterwards gets the changed answer as well', async () => {
  const token = await makeFeed();
  await rename('Before');
  const read = async () => {
    const reply = await fetch(`${base}/${token}/board.json?doors=names`, {
      headers: { 'x-forwarded-for': `10.8.1.${++addresses}` },
    });
    return ((await reply.json()) as { doors: string[] }).doors[0];
  };
  expect(await read()).toBe('Before');
  await rename('After');
  publish();
  const since = performance.now();
  await expect.poll(read, { timeout: 15_000, interval: 200 }).toBe('After');
  expect(performance.now() - since).toBeLessThan(15_000);
});

test('a feed that is revoked ends its streams', async () => {
  const reader = await follow(await makeFeed());
  await reader.next();
  await customer.call('DELETE', `/rooms/api/room/${room}/feed`);
  publish();
  expect(await reader.next()).toEqual({ event: 'gone', doors: [] });
  expect(await reader.next()).toBeUndefined();
});

test('an address that follows fifty feeds is refused another one until one of them ends', async () => {
  const token = await makeFeed();
  const address = '10.8.2.1';
  const open = [];
  for (let n = 0; n < 50; n++) open.push(await follow(token, address));
  expect(open.every(({ status }) => status === 200)).toBe(true);
  expect((await follow(token, address)).status).toBe(429);
  expect((await follow(token)).status).toBe(200);
  for (const reader of open) reader.end();
});
