import { beforeEach, expect, test, vi } from 'vitest';
import type { ToastNotice } from './notices.ts';
import type { RequestError } from './request-error.ts';

const shown: ToastNotice[] = [];
vi.stubGlobal('window', { localStorage: memory(), sessionStorage: memory() });
/** Texts that are already loaded, and texts that are loaded on request. */
const texts = new Set([
  'alarms:validation.duration',
  'kit:errors.conflict',
  'kit:notifications.errors.409',
  'kit:notifications.errors.418',
]);
const later = ['rooms:errors.room-known', 'places:errors.room-known', 'places:errors.in-use', 'devices:inUse.device'];
vi.mock('../i18n/i18n.ts', () => ({
  text: (space: string, key: string, { name }: { name?: string } = {}) =>
    [space === 'kit' ? key : `${space}:${key}`, name].filter(Boolean).join(' '),
  hasText: (space: string, key: string) => texts.has(`${space}:${key}`),
  loadTexts: async (spaces: string[]) => {
    for (const one of later) if (spaces.includes(one.split(':')[0] ?? '')) texts.add(one);
  },
  currentLanguage: () => 'en',
}));
vi.mock('./query-client.ts', () => ({ clearCache: async () => {} }));

const { errorNamespaces, transport } = await import('./connection.ts');
const { setNoticeHost } = await import('./notices.ts');
errorNamespaces.of = (app) => (app === undefined ? ['alarms'] : app === 'rooms' ? ['rooms', 'places'] : [app]);
setNoticeHost((notice) => shown.push(notice));

function memory(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    key: (position: number) => [...items.keys()][position] ?? null,
    clear: () => items.clear(),
    get length() {
      return items.size;
    },
  };
}

const answers = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => new Response(body === null ? null : JSON.stringify(body), { status }));
const post = { method: 'POST', path: '/rule', body: {}, open: true };
const turn = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  shown.length = 0;
});

test('an error notice has the status as title and the text of the server’s code, otherwise its message', async () => {
  answers(409, { code: '1', msg: 'written', word: 'conflict' });
  await expect(transport.send(post)).rejects.toMatchObject({ status: 409 });
  answers(503, { code: '1', msg: 'written', word: 'nobody-explains-this' });
  await expect(transport.send(post)).rejects.toMatchObject({ status: 503 });
  expect(shown).toMatchObject([
    { kind: 'error', title: 'notifications.errors.409', message: 'errors.conflict' },
    { kind: 'negative', title: 'notifications.errors.other', message: 'written' },
  ]);
});

test('a success notice names the record of the reply', async () => {
  answers(201, { data: { id: 1, name: 'Roof tank' } });
  await transport.send(post);
  answers(201, { data: { id: 1 } });
  await transport.send(post);
  expect(shown.map(({ message }) => message)).toEqual([
    'notifications.named.created Roof tank',
    'notifications.created',
  ]);
});

test('a failed request causes one notice', async () => {
  answers(409, { code: '1', msg: 'written', word: 'conflict' });
  const failure = await transport.send(post).catch((error: unknown) => error);
  await turn();
  expect(failure).toMatchObject({ status: 409 });
  expect(shown).toHaveLength(1);
});

test('an error code is explained by the app of the call and the slices that it needs, never by another app', async () => {
  const messageFor = async (app: string, word: string) => {
    shown.length = 0;
    answers(409, { code: '1', msg: 'written', word });
    await expect(transport.send({ ...post, app })).rejects.toMatchObject({ status: 409, app });
    return shown[0]?.message;
  };
  expect(await messageFor('sample', 'room-known')).toBe('written');
  expect(await messageFor('rooms', 'room-known')).toBe('rooms:errors.room-known');
  expect(await messageFor('rooms', 'in-use')).toBe('places:errors.in-use');
  expect(await messageFor('sample', 'room-known')).toBe('written');
});

test('a record in use is explained by the slice that uses it', async () => {
  const messageFor = async (by: string) => {
    shown.length = 0;
    answers(409, { code: '1', msg: 'written', word: 'in-use', detail: { by, count: 3 } });
    await expect(transport.send({ ...post, app: 'rooms' })).rejects.toMatchObject({ status: 409 });
    return shown[0]?.message;
  };
  expect(await messageFor('devices.device')).toBe('devices:inUse.device');
  expect(await messageFor('devices.unnamed')).toBe('places:errors.in-use');
});

test('field errors that a form displays cause no notice', async () => {
  answers(418, { code: '1', msg: 'invalid', word: 'invalid', errors: [{ param: 'name', msg: 'duration' }] });
  await transport.send(post).catch((error: RequestError) => {
    error.shown = true;
  });
  await turn();
  expect(shown).toEqual([]);
});

test('field errors that no form displays cause a translated notice', async () => {
  answers(418, { code: '1', msg: 'invalid', word: 'invalid', errors: [{ param: 'name', msg: 'duration' }] });
  await expect(transport.send(post)).rejects.toMatchObject({ status: 418 });
  await turn();
  expect(shown).toMatchObject([
    { kind: 'error', title: 'notifications.errors.418', message: 'alarms:validation.duration' },
  ]);
});

test('477, 488 and silent requests cause no notice', async () => {
  for (const status of [477, 488]) {
    answers(status, {});
    await expect(transport.send(post)).rejects.toMatchObject({ status });
  }
  answers(500, {});
  await expect(transport.send({ ...post, silent: true })).rejects.toMatchObject({ status: 500 });
  answers(201, { data: {} });
  await transport.send({ ...post, silent: 'success' });
  expect(shown).toEqual([]);
});
