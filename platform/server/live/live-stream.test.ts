import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addGuest } from '#main/testing/test-people.ts';
import { type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let base: string;

beforeAll(async () => {
  app = await rasid();
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = app.http.server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api`;
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => app.close());

async function open(token: string) {
  const reply = await fetch(`${base}/events?topics=alarms`, { headers: { authorization: `Bearer ${token}` } });
  let ended = false;
  let beats = 0;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const part of reply.body ?? []) beats += decoder.decode(part).split(': \n\n').length - 1;
    ended = true;
  })();
  return {
    status: reply.status,
    reading,
    hasEnded: () => ended,
    /** Waits for so many more heartbeats; with each, the access of the stream is rechecked. */
    async beats(more: number): Promise<void> {
      const until = beats + more;
      await expect.poll(() => ended || beats >= until, { timeout: 10_000 }).toBe(true);
    },
  };
}

// This runs first, so that no other stream uses up the connections that fail.
test('a stream outlives a moment in which its access cannot be rechecked, and ends if that lasts', async () => {
  const { token } = await app.signIn('customer@rasid.test');
  const stream = await open(token);
  await stream.beats(1);
  const connect = vi.spyOn(app.kit.signIn.pool, 'connect');
  const isFull = async () => {
    throw new Error('no connection is free');
  };
  connect.mockImplementationOnce(isFull).mockImplementationOnce(isFull);
  const before = connect.mock.calls.length;
  await expect.poll(() => connect.mock.calls.length).toBeGreaterThan(before + 3);
  expect(stream.hasEnded()).toBe(false);
  connect.mockImplementation(isFull);
  await stream.reading;
});

test('the thirty-first live stream of a person ends the oldest of that person only', async () => {
  const [viewer, customer] = await Promise.all(['viewer', 'customer'].map((name) => app.signIn(`${name}@rasid.test`)));
  const otherStream = await open(customer?.token ?? '');
  const first = await open(viewer?.token ?? '');
  const others = [];
  for (let count = 2; count <= 30; count++) others.push(await open(viewer?.token ?? ''));
  expect([first, ...others].map(({ status, hasEnded }) => [status, hasEnded()])).toEqual(Array(30).fill([200, false]));
  others.push(await open(viewer?.token ?? ''));
  await first.reading;
  expect(others.some(({ hasEnded }) => hasEnded())).toBe(false);
  expect(otherStream.hasEnded()).toBe(false);
});

/** The topics that the first message of a stream names as changed. */
async function missed(token: string, query: string): Promise<string[]> {
  const reply = await fetch(`${base}/events?${query}`, { headers: { authorization: `Bearer ${token}` } });
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of reply.body ?? []) {
    text += decoder.decode(part, { stream: true });
    const message = /data: (.*)\n\n/.exec(text)?.[1];
    if (!message) continue;
    const { type, data } = JSON.parse(message);
    expect(type).toBe('opened');
    return data.missed;
  }
  throw new Error(`No message: ${text}`);
}

test('a guest hears of own notices, and of nothing else in the company', async () => {
  const guest = await addGuest(app, 'follower@guest.test', ['rooms', 'lodger']);
  const query = 'topics=notices,alarms,devices,device:1';
  const reply = await fetch(`${base}/events?${query}`, { headers: { authorization: `Bearer ${guest.token}` } });
  const { live } = app.kit;
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of reply.body ?? []) {
    const before = text;
    text += decoder.decode(part, { stream: true });
    if (!before.includes('opened') && text.includes('opened')) {
      const audience = [guest.companyId];
      for (const topic of ['alarms', 'devices', 'device:1']) {
        live.publish({ topic, type: 'changed', companyId: guest.companyId, data: {} });
        live.publish({ topic, type: 'changed', companyId: null, audience, data: {} });
      }
      live.publish({ topic: 'notices', type: 'added', companyId: null, audience, data: { userId: guest.id + 1 } });
      live.publish({ topic: 'notices', type: 'added', companyId: null, audience, data: { userId: guest.id } });
    }
    if (text.includes('"notices","type"')) break;
  }
  const lines = text.split('\n').filter((line) => line.startsWith('data: '));
  const events = lines.map((line) => JSON.parse(line.slice('data: '.length)));
  expect(events.slice(1)).toEqual([{ topic: 'notices', type: 'added', data: { userId: guest.id } }]);
});

test('a stream names the topics that changed since the page read them, and all of them to a page that gives no age', async () => {
  const customer = await app.signIn('customer@rasid.test');
  const { token } = customer;
  const { live } = app.kit;
  // Changes are remembered from the start of the process.
  await expect.poll(() => live.hasChanged('alarms', 'all', Date.now() - 1200)).toBe(false);
  expect(await missed(token, 'topics=alarms,devices')).toEqual(['alarms', 'devices']);
  expect(await missed(token, 'topics=alarms,devices&age=60000000')).toEqual(['alarms', 'devices']);
  expect(await missed(token, 'topics=alarms,devices&age=0')).toEqual([]);
  const { body } = await customer.call('GET', '/session');
  live.publish({ topic: 'devices', type: 'changed', companyId: body.data.company.id, data: {} });
  expect(await missed(token, 'topics=alarms,devices&age=0')).toEqual(['devices']);
  const other = await app.signIn('other@rasid.test');
  expect(await missed(other.token, 'topics=alarms,devices&age=0')).toEqual([]);
});
