import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from './client/query-client.ts';
import { offlineStore } from './offline/offline.ts';
import { sessionStore } from './session/session-store.ts';
import { permitted } from './session/test-session.ts';
import { show } from './test-render.tsx';

/** What a test may change of the page, and of the state of the product outside of components. */
const state = () => ({
  direction: document.documentElement.dir,
  scheme: document.documentElement.dataset.mantineColorScheme,
  local: localStorage.length,
  tab: sessionStorage.length,
  person: sessionStore.get().me,
  offline: offlineStore.get(),
  cached: queryClient.getQueryCache().getAll().length,
  fetch: window.fetch,
  shown: page.getByText('Shown').elements().length,
});
const first = state();

test('a test may change the page', async () => {
  vi.stubGlobal('fetch', vi.fn());
  vi.spyOn(window, 'fetch');
  await show('ar', <p>Shown</p>);
  sessionStore.set(permitted());
  offlineStore.set(true);
  queryClient.setQueryData(['tried'], 1);
  sessionStorage.setItem('tried', '1');
  await expect.element(page.getByText('Shown')).toBeVisible();
  const before = Object.values(first);
  expect(Object.values(state()).filter((value, at) => Object.is(value, before[at]))).toEqual([]);
});

test('the next test finds the page as it was', () => {
  expect(state()).toEqual(first);
});

test.fails('a test that leaves an element in the page fails', { retry: 0 }, () => {
  document.body.append(document.createElement('aside'));
});

test.fails('a test that reports an error to the console fails', { retry: 0 }, () => {
  console.error('Tried');
});

test('such a test does not fail the next one', () => {
  expect(document.querySelector('aside')).toBeNull();
});
