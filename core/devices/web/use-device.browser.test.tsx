import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import { notify } from '#platform/web/client/notices.ts';
import { languages } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { testMe } from '#platform/web/session/test-session.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { deviceRoutes } from '../common/device.ts';
import { useDevice } from './use-device.ts';

const { device } = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    pages: [],
    routes: { device: deviceRoutes('tried') },
  }),
);

function Device() {
  return <QueryBoundary of={useDevice(device, 999)} />;
}

beforeEach(() => {
  sessionStore.set({ me: testMe(), index: {} });
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ word: 'not-found' }), { status: 404 }));
});
afterEach(() => vi.unstubAllGlobals());

describe.each(languages)('a device in %s', (language) => {
  test('that is not there is told once, in its place', async () => {
    await show(language, <Device />);
    await expect.element(page.getByText(kit('notifications.errors.404'), { exact: true })).toBeVisible();
    // Notices come in their order: once this one stands there, an earlier one would as well.
    const last = `The last notice in ${language}`;
    notify({ kind: 'info', message: last, timeoutMs: 60_000 });
    await expect.element(page.getByText(last)).toBeVisible();
    expect(page.getByText(kit('errors.not-found'), { exact: true }).elements()).toHaveLength(1);
  });
});
