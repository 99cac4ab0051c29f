import { notifications } from '@mantine/notifications';
import { afterEach, expect, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { setNoticeHost } from './client/notices.ts';
import { queryClient } from './client/query-client.ts';
import { requestReached } from './offline/offline.ts';
import { registerApps } from './session/session.ts';
import { sessionStore, storeCustomer } from './session/session-store.ts';
import { chunkFailed } from './shell/failures/chunk-failure.ts';
import { registerParts } from './shell/layout/shell-parts.ts';
import { takeConsoleErrors } from './test-console.ts';
// Starts the product: the texts, the language and the width of the page.
import './test-render.tsx';

/*
 * All files of component tests run in one page, because loading the modules of the product takes longer than most of
 * them. After each test the page is as it was before, so that no test depends on those before it.
 */

const root = document.documentElement;
const { href } = location;
/** It changes with the width of the page, which each test sets. */
const followsWidth = 'data-phone';
/** Where Mantine places what it opens, and measures the height of texts; it never removes these elements. */
const ofMantine = 'body > [data-mantine-shared-portal-node]:empty, body > textarea[aria-hidden]';
const elementsBefore = new Set(document.body.children);

/** What sets an element back to its present attributes, such as the direction and the colour scheme of the page. */
function restorerOf(element: Element): () => void {
  const names = () => element.getAttributeNames().filter((name) => name !== followsWidth);
  const before = names().map((name) => [name, element.getAttribute(name) ?? ''] as const);
  return () => {
    for (const name of names()) element.removeAttribute(name);
    for (const [name, value] of before) element.setAttribute(name, value);
  };
}
const restorers = [restorerOf(root), restorerOf(document.body)];

/** Resets the state of the product that is outside of components. */
function resetProduct(): void {
  queryClient.clear();
  setNoticeHost(() => undefined)();
  notifications.clean();
  registerApps([]);
  registerParts([]);
  storeCustomer(null);
  sessionStore.set({ me: null, index: {} });
  requestReached(true);
  chunkFailed.set(false);
}

/** Removes the elements that a test left in the page, and returns those that it should have removed itself. */
function takeElementsLeft(): string[] {
  for (const element of document.querySelectorAll(ofMantine)) element.remove();
  return [...document.body.children]
    .filter((element) => !elementsBefore.has(element))
    .map((element) => {
      element.remove();
      return element.outerHTML;
    });
}

afterEach(async () => {
  await cleanup();
  // In this order: a spy on a stub would put the stub back.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  resetProduct();
  localStorage.clear();
  sessionStorage.clear();
  for (const restore of restorers) restore();
  scrollTo(0, 0);
  expect(takeConsoleErrors(), 'errors in the console').toEqual([]);
  expect(takeElementsLeft(), 'elements that the test left in the page').toEqual([]);
  expect(location.href, 'the address after the test').toBe(href);
});
