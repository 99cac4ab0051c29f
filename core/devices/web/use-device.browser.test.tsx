import { useEffect, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import { notify } from '#platform/web/client/notices.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { languages } from '#platform/web/i18n/i18n.ts';
import { offlineStore } from '#platform/web/offline/offline.ts';
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
  const query = useDevice(device, 999);
  return query.data ? <h1>{`${query.data.name}: ${query.data.values[0]?.value}`}</h1> : <QueryBoundary of={query} />;
}

beforeEach(() => {
  sessionStore.set({ me: testMe(), index: {} });
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ word: 'not-found' }), { status: 404 }));
});

/** Fills the cache as a list does, then shows the device. */
function AfterList() {
  const [read, setRead] = useState(false);
  useEffect(() => {
    queryClient.setQueryData([...device.list.keyPrefix, { limit: 20 }], listed, { updatedAt: 1_000 });
    setRead(true);
  }, []);
  return read && <Device />;
}

/** A page of a list with the device. */
const listed = { data: [{ id: 999, name: 'Server room', values: [{ sensor: 'temperature', value: 21 }] }] };

describe.each(languages)('a device in %s', (language) => {
  test('that was listed before is shown by its name and last values while the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await show(language, <AfterList />);
    await expect.element(page.getByRole('heading', { name: 'Server room: 21' })).toBeVisible();
    const { isInvalidated, dataUpdatedAt } = queryClient.getQueryState(device.get.key({ params: { id: 999 } })) ?? {};
    expect({ isInvalidated, dataUpdatedAt }).toEqual({ isInvalidated: true, dataUpdatedAt: 1_000 });
  });

  test('that was never listed is reported as not available on this device', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    offlineStore.set(true);
    await show(language, <Device />);
    await expect.element(page.getByText(kit('states.offlineData'))).toBeVisible();
  });

  test('that does not exist is reported once, in its place', async () => {
    await show(language, <Device />);
    await expect.element(page.getByText(kit('notifications.errors.404'), { exact: true })).toBeVisible();
    // Notices come in order: once this one is shown, an earlier one would be as well.
    const last = `The last notice in ${language}`;
    notify({ kind: 'info', message: last, timeoutMs: 60_000 });
    await expect.element(page.getByText(last)).toBeVisible();
    expect(page.getByText(kit('errors.not-found'), { exact: true }).elements()).toHaveLength(1);
  });
});
