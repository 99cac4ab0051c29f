import { beforeEach, expect, test, vi } from 'vitest';
import type { ToastNotice } from '../client/notices.ts';

const { send, shown, clearCache } = vi.hoisted(() => ({
  send: vi.fn(),
  shown: [] as ToastNotice[],
  clearCache: vi.fn(async () => {}),
}));
vi.mock('../client/connection.ts', () => ({
  transport: { send, token: async () => 't' },
  tokens: { reset() {}, keep() {} },
  sessionEvents: {},
  errorMessage: () => '',
}));
vi.mock('./cached-user.ts', () => ({ cachedUser: { read: () => null, keep() {}, prune() {}, remove() {} } }));
vi.mock('../client/query-client.ts', () => ({ clearCache }));
vi.mock('../client/notices.ts', () => ({
  notify: (notice: ToastNotice) => shown.push(notice),
  permissionNoticeMs: 10_000,
}));
vi.mock('../i18n/i18n.ts', () => ({ text: (_space: string, key: string) => key }));

const { completeIndex, applyPermissions, loadPermissions } = await import('./session.ts');
const { sessionStore } = await import('./session-store.ts');
const { testMe } = await import('./test-session.ts');

const me = (mask: string) => testMe({ mask });

beforeEach(() => {
  send.mockReset();
  clearCache.mockClear();
  shown.length = 0;
  sessionStore.set({ me: me('old'), index: {} });
});

test('changed permissions reload the session, clear the cache and show a notice for 10 s, once', async () => {
  send.mockResolvedValue({ status: 200, data: me('new') });
  applyPermissions('new');
  applyPermissions('new');
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(send).toHaveBeenCalledOnce();
  expect(clearCache).toHaveBeenCalledOnce();
  expect(sessionStore.get().me?.session.mask).toBe('new');
  expect(shown[0]).toMatchObject({ kind: 'info', message: 'notifications.permissionsChanged', timeoutMs: 10_000 });
});

test('permissions that an action of the person changes are loaded without a notice', async () => {
  send.mockImplementation(async () => {
    await Promise.resolve();
    applyPermissions('new');
    return { status: 200, data: me('new') };
  });
  await loadPermissions();
  applyPermissions('new');
  expect(send).toHaveBeenCalledOnce();
  expect(clearCache).toHaveBeenCalledOnce();
  expect(shown).toEqual([]);
});

test('a changed permission group is detected even if the mask stays, but not one of another customer', async () => {
  send.mockResolvedValue({ status: 200, data: me('old') });
  applyPermissions('old', '5-7.one');
  applyPermissions('old', '5-8.other');
  applyPermissions('old', '5-7.one');
  expect(send).not.toHaveBeenCalled();
  applyPermissions('old', '5-7.two');
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(send).toHaveBeenCalledOnce();
});

test('unchanged permissions have no effect', () => {
  applyPermissions('old');
  expect(send).not.toHaveBeenCalled();
});

test('permissions of a reply before sign-in have no effect', () => {
  sessionStore.set({ me: null, index: {} });
  applyPermissions('new');
  expect(send).not.toHaveBeenCalled();
});

test('the permission list is fetched a second time, and only once, while a permission has no index', async () => {
  const full = { p_a: { index: 0 }, p_b: { index: 1 } };
  const late = vi
    .fn()
    .mockResolvedValueOnce({ p_a: { index: 0 } })
    .mockResolvedValue(full);
  expect(await completeIndex(late, ['p_a', 'p_b'])).toEqual(full);
  expect(late).toHaveBeenCalledTimes(2);
  const never = vi.fn().mockResolvedValue({});
  expect(await completeIndex(never, ['p_a'])).toEqual({});
  expect(never).toHaveBeenCalledTimes(2);
  const complete = vi.fn().mockResolvedValue(full);
  await completeIndex(complete, ['p_a', 'p_b']);
  expect(complete).toHaveBeenCalledOnce();
});
