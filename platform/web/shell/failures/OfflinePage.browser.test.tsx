import { Link, Outlet, type RouteObject } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../client/query-client.ts';
import { languages } from '../../i18n/i18n.ts';
import { offlineStore } from '../../offline/offline.ts';
import { kit, showRoutes } from '../../test-render.tsx';
import { loadChunk } from './chunk-failure.ts';
import { BrokenPage } from './RouteError.tsx';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** Pages with a bottom bar. */
const WithBar = () => (
  <>
    <Outlet />
    <nav>
      <Link to="/">Devices</Link>
      <Link to="/lock">Lock</Link>
    </nav>
  </>
);

/** Two pages; the files of one are not on the device. */
const routes = (): RouteObject[] => [
  {
    element: <WithBar />,
    children: [
      {
        ErrorBoundary: BrokenPage,
        children: [
          { path: '/', element: <h1>All devices</h1> },
          { path: '/lock', lazy: async () => ({ Component: await loadChunk(missing) }) },
        ],
      },
    ],
  },
];

/** Shows the first page, and waits for what it reads: a late reply would say that the server can be reached. */
async function showFirst(language: (typeof languages)[number]): Promise<void> {
  await showRoutes(language, routes());
  await expect.poll(() => queryClient.isFetching()).toBe(0);
}
const link = (name: string) => page.getByRole('link', { name });
const heading = (name: string) => page.getByRole('heading', { name });

describe.each(languages)('a page that is not on the device, in %s', (language) => {
  test('is replaced by a note without a network, and the rest of the app stays usable', async () => {
    await showFirst(language);
    offlineStore.set(true);
    await link('Lock').click();
    await expect.element(heading(kit('states.offlinePageTitle'))).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
    await link('Devices').click();
    await expect.element(heading('All devices')).toBeVisible();
  });

  test('leads back where the person came from', async () => {
    await showFirst(language);
    offlineStore.set(true);
    await link('Lock').click();
    await page.getByRole('button', { name: kit('actions.back') }).click();
    await expect.element(heading('All devices')).toBeVisible();
  });

  test('asks for a reload if the server can be reached, until the network turns out to be away', async () => {
    await showFirst(language);
    await link('Lock').click();
    await expect.element(page.getByRole('dialog', { name: kit('states.newVersionTitle') })).toBeVisible();
    offlineStore.set(true);
    await expect.element(heading(kit('states.offlinePageTitle'))).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
    await page.getByRole('button', { name: kit('actions.back') }).click();
    await expect.element(heading('All devices')).toBeVisible();
  });
});
