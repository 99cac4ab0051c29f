import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { tokens } from '../client/connection.ts';
import { followPerson } from './follow-person.ts';
import { sessionStore } from './session-store.ts';
import { testMe } from './test-session.ts';

const pairOf = (id: number, name = 'token') => ({
  accessToken: `h.${btoa(JSON.stringify({ sub: String(id), exp: 9_999_999_999, name }))}.s`,
  refreshToken: 'r',
});
const { id } = testMe().user;
const reload = vi.fn();
/** What the browser tells this tab after another one has changed its storage. */
const storageChanged = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

beforeAll(() => followPerson(reload));
beforeEach(() => {
  reload.mockClear();
  tokens.keep(pairOf(id), 'primary');
  sessionStore.set({ me: testMe(), index: {} });
});
afterEach(() => {
  tokens.reset();
  tokens.reset();
});
afterAll(() => sessionStore.set({ me: null, index: {} }));

test.each([
  ['signs the person out', () => tokens.reset()],
  ['signs somebody else in', () => tokens.keep(pairOf(id + 1), 'primary')],
  ['works as the owner of a company', () => tokens.keep(pairOf(id + 1), 'secondary')],
] as const)('a page is loaded again when another tab %s', (_what, change) => {
  change();
  storageChanged(tokens.key);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page is loaded again when the storage of the browser is cleared', () => {
  tokens.reset();
  storageChanged(null);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page stays when another tab renews the tokens, or stores something else', () => {
  tokens.keep(pairOf(id, 'renewed'), 'primary');
  storageChanged(tokens.key);
  storageChanged('theme');
  expect(reload).not.toHaveBeenCalled();
});

test('a page without a signed-in person stays', () => {
  sessionStore.set({ me: null, index: {} });
  tokens.keep(pairOf(id + 1), 'primary');
  storageChanged(tokens.key);
  expect(reload).not.toHaveBeenCalled();
});
