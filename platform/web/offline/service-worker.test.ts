import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';

const source = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8');
const origin = 'https://rasid.example';

/** Runs the service worker in a global scope that records what it does. */
function start(windows: object[] = [], ahead: Record<string, string[]> = {}) {
  const listeners: Record<string, (event: object) => void> = {};
  const scope = {
    addEventListener: (name: string, listener: (event: object) => void) => {
      listeners[name] = listener;
    },
    location: { origin },
    registration: { showNotification: vi.fn(async () => undefined) },
    clients: { matchAll: async () => windows, openWindow: vi.fn(async () => undefined) },
  };
  new Function('self', 'version', 'shell', 'entry', 'ahead', source)(scope, '1', [], 'index.js', ahead);
  const dispatch = async (name: string, event: object) => {
    let done: Promise<unknown> = Promise.resolve();
    listeners[name]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (done = promise) });
    await done;
  };
  return { ...scope, dispatch };
}

const notice = { title: 'تسرّب', body: 'البرج 1', tag: 'alarm-1', address: '/app/alarms?alarm=1', locale: 'ar' };
const chosen = (address: string) => ({ notification: { close: () => undefined, data: { address } } });

/** A cache with these files, and a network that has these. */
function filesOf(kept: string[], served: string[]) {
  const cache = new Set(kept);
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (file: string) => cache.has(file) || undefined,
      put: async (file: string) => void cache.add(file),
    }),
  });
  const fetched = vi.fn(async (file: string) => ({ ok: served.includes(file), status: 404 }));
  vi.stubGlobal('fetch', fetched);
  return { cache, asked: () => fetched.mock.calls.map(([file]) => file) };
}
afterEach(() => vi.unstubAllGlobals());

const ahead = { alarms: ['/alarms.js', '/list.js'], rooms: ['/rooms.js', '/list.js'], 'alarms/ar': ['/ar.js'] };
const askAhead = async (parts: string[]) => {
  const answers: object[] = [];
  const ports = [{ postMessage: (answer: object) => answers.push(answer) }];
  await start([], ahead).dispatch('message', { data: { type: 'ahead', parts }, ports });
  return answers;
};

test('the files of the requested slices are cached ahead, each once, and only those', async () => {
  const { cache, asked } = filesOf(['/list.js'], ['/alarms.js', '/ar.js', '/rooms.js']);
  expect(await askAhead(['alarms', 'alarms/ar', 'countries'])).toEqual([{}]);
  expect([...cache]).toEqual(['/list.js', '/alarms.js', '/ar.js']);
  expect(await askAhead(['alarms', 'rooms'])).toEqual([{}]);
  expect(asked()).toEqual(['/alarms.js', '/ar.js', '/rooms.js']);
});

test('the page learns which file could not be kept ahead', async () => {
  const { cache } = filesOf([], ['/list.js']);
  expect(await askAhead(['alarms'])).toEqual([{ failed: expect.stringContaining('/alarms.js') }]);
  expect([...cache]).toEqual([]);
});

test('a push is shown as a notification in the language and direction of the person', async () => {
  const { dispatch, registration } = start();
  await dispatch('push', { data: { json: () => notice } });
  expect(registration.showNotification).toHaveBeenCalledWith(
    'تسرّب',
    expect.objectContaining({
      body: 'البرج 1',
      tag: 'alarm-1',
      lang: 'ar',
      dir: 'rtl',
      data: { address: notice.address },
    }),
  );
});

test('a chosen notification opens its page in the open window, or in a new one', async () => {
  const open = { focus: vi.fn(async () => undefined), postMessage: vi.fn() };
  const withWindow = start([open]);
  await withWindow.dispatch('notificationclick', chosen(notice.address));
  expect(open.focus).toHaveBeenCalled();
  expect(open.postMessage).toHaveBeenCalledWith({ type: 'open', address: notice.address });
  expect(withWindow.clients.openWindow).not.toHaveBeenCalled();
  const without = start();
  await without.dispatch('notificationclick', chosen(notice.address));
  expect(String((without.clients.openWindow.mock.calls as unknown[][])[0]?.[0])).toBe(`${origin}${notice.address}`);
});

test('a notification does not open a page of another origin', async () => {
  const { dispatch, clients } = start();
  await dispatch('notificationclick', chosen('https://elsewhere.example/'));
  expect(clients.openWindow).not.toHaveBeenCalled();
});
