import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const source = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8');
const origin = 'https://rasid.example';

/** Runs the service worker in a global scope that records what it does. */
function start(windows: object[] = []) {
  const listeners: Record<string, (event: object) => void> = {};
  const scope = {
    addEventListener: (name: string, listener: (event: object) => void) => {
      listeners[name] = listener;
    },
    location: { origin },
    registration: { showNotification: vi.fn(async () => undefined) },
    clients: { matchAll: async () => windows, openWindow: vi.fn(async () => undefined) },
  };
  new Function('self', 'version', 'shell', 'entry', source)(scope, '1', [], 'index.js');
  const dispatch = async (name: string, event: object) => {
    let done: Promise<unknown> = Promise.resolve();
    listeners[name]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (done = promise) });
    await done;
  };
  return { ...scope, dispatch };
}

const notice = { title: 'تسرّب', body: 'البرج 1', tag: 'alarm-1', address: '/app/alarms?alarm=1', locale: 'ar' };
const chosen = (address: string) => ({ notification: { close: () => undefined, data: { address } } });

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

test('a notification opens no page of another origin', async () => {
  const { dispatch, clients } = start();
  await dispatch('notificationclick', chosen('https://elsewhere.example/'));
  expect(clients.openWindow).not.toHaveBeenCalled();
});
