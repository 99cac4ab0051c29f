import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('../connection.ts', () => ({
  transport: { open: async () => new Response() },
  tokens: { pair: () => undefined },
}));
vi.mock('../query-client.ts', () => ({ queryClient: { getQueryCache: () => ({ subscribe() {} }) } }));
const { createLive } = await import('./live.ts');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const fail = (error: unknown) => {
  throw error;
};

function stream() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const encode = (text: string) => controller.enqueue(new TextEncoder().encode(text));
  return {
    response: new Response(body),
    say: (event: object) => encode(`data: ${JSON.stringify(event)}\n\n`),
    end: () => controller.close(),
  };
}

test('topics of the page share one stream, and each event reaches the subscribers of its topic', async () => {
  const one = stream();
  const open = vi.fn(async (_call: { query?: URLSearchParams }) => one.response);
  const live = createLive({ open, online: () => true, signedIn: () => true, onRestored() {}, onFault: fail });
  const heard: unknown[] = [];
  live.subscribe('devices', (event) => heard.push(['devices', event.data]));
  live.subscribe('alarms', (event) => heard.push(['alarms', event.data]));
  await vi.advanceTimersByTimeAsync(60);
  expect(open).toHaveBeenCalledOnce();
  expect(open.mock.calls[0]?.[0].query?.get('topics')).toBe('alarms,devices');
  expect(live.state.get()).toBe('live');
  one.say({ topic: 'alarms', type: 'raised', data: 1 });
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual([['alarms', 1]]);
});

test('a lost stream reconnects with growing delays, and missed changes are refetched', async () => {
  const first = stream();
  const third = stream();
  const open = vi
    .fn()
    .mockResolvedValueOnce(first.response)
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValueOnce(third.response);
  const onRestored = vi.fn();
  const live = createLive({ open, online: () => true, signedIn: () => true, onRestored, onFault: fail });
  live.subscribe('devices', () => {});
  await vi.advanceTimersByTimeAsync(60);
  first.end();
  await vi.advanceTimersByTimeAsync(1);
  expect(live.state.get()).toBe('reconnecting');
  await vi.advanceTimersByTimeAsync(1000);
  expect(open).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(open).toHaveBeenCalledTimes(3);
  expect(live.state.get()).toBe('live');
  expect(onRestored).toHaveBeenCalledOnce();
});

test('the stream ends when nobody is subscribed any more', async () => {
  const one = stream();
  let signal: AbortSignal | undefined;
  const open = vi.fn(async (call: { signal?: AbortSignal }) => {
    signal = call.signal;
    return one.response;
  });
  const live = createLive({ open, online: () => true, signedIn: () => true, onRestored() {}, onFault: fail });
  const end = live.subscribe('devices', () => {});
  await vi.advanceTimersByTimeAsync(60);
  end();
  await vi.advanceTimersByTimeAsync(60);
  expect(signal?.aborted).toBe(true);
  expect(live.state.get()).toBe('idle');
});

/** A subscriber whose data was requested `age` ms ago; it records whether it has to reload. */
function data(name: string, age: number, read: unknown[]) {
  const requestedAt = Date.now() - age;
  return { requestedAt: () => requestedAt, onSubscribed: (changed: boolean) => void read.push([name, changed]) };
}

test('a new subscription reloads its data if that has changed since its request, an active one does not', async () => {
  const first = stream();
  const second = stream();
  const open = vi.fn<(call: { query?: URLSearchParams }) => Promise<Response>>();
  open.mockResolvedValueOnce(first.response).mockResolvedValueOnce(second.response);
  const live = createLive({ open, online: () => true, signedIn: () => true, onRestored() {}, onFault: fail });
  const read: unknown[] = [];
  live.subscribe('alarms', () => {}, data('list', 200, read));
  await vi.advanceTimersByTimeAsync(50);
  expect(open.mock.calls[0]?.[0].query?.get('age')).toBe('250');
  expect(read).toEqual([]);
  first.say({ topic: '', type: 'opened', data: { missed: ['alarms'] } });
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toEqual([['list', true]]);
  live.subscribe('alarms', () => {}, data('panel', 0, read));
  live.subscribe('devices', () => {}, data('devices', 0, read));
  await vi.advanceTimersByTimeAsync(50);
  expect(open.mock.calls[1]?.[0].query?.get('age')).toBe('50');
  second.say({ topic: '', type: 'opened', data: { missed: ['alarms'] } });
  await vi.advanceTimersByTimeAsync(1);
  expect(read.slice(1)).toEqual([['devices', false]]);
});

test('a stream that opens late is treated as having missed everything', async () => {
  const one = stream();
  const open = vi.fn(() => new Promise<Response>((resolve) => void setTimeout(() => resolve(one.response), 1500)));
  const live = createLive({ open, online: () => true, signedIn: () => true, onRestored() {}, onFault: fail });
  const read: unknown[] = [];
  live.subscribe('alarms', () => {}, data('list', 0, read));
  await vi.advanceTimersByTimeAsync(1600);
  one.say({ topic: '', type: 'opened', data: { missed: [] } });
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toEqual([['list', true]]);
});

test('a failing subscriber is reported, and affects neither the others nor the stream', async () => {
  const one = stream();
  const open = vi.fn(async () => one.response);
  const onFault = vi.fn();
  const live = createLive({ open, online: () => true, signedIn: () => true, onRestored() {}, onFault });
  const received: unknown[] = [];
  live.subscribe('devices', () => fail(new Error('broken')));
  live.subscribe('devices', (event) => received.push(event.data));
  await vi.advanceTimersByTimeAsync(60);
  for (const data of [1, 2]) one.say({ topic: 'devices', type: 'online', data });
  await vi.advanceTimersByTimeAsync(1);
  expect(received).toEqual([1, 2]);
  expect(onFault).toHaveBeenCalledTimes(2);
  expect([live.state.get(), open.mock.calls.length]).toEqual(['live', 1]);
});
