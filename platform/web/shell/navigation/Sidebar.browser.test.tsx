import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp, page as pageOf } from '#platform/common/define-app.ts';
import { languages } from '../../i18n/i18n.ts';
import { registerApps } from '../../session/session.ts';
import { sessionStore } from '../../session/session-store.ts';
import { testMe } from '../../session/test-session.ts';
import { kit, showRoutes } from '../../test-render.tsx';
import { Sidebar } from './Sidebar.tsx';

const ids = Array.from({ length: 16 }, (_, at) => `app-${at}`);
const apps = [
  defineApp({
    kind: 'core',
    id: 'tried',
    brand: 'Tried',
    web: '/core',
    api: '',
    icon: 'box',
    needs: [],
    routes: {},
    pages: [pageOf('all', { access: 'signed-in', sidebar: 'daily', order: 1 })],
  }),
  ...ids.map((id) =>
    defineApp({
      id,
      brand: id.toUpperCase(),
      web: `/${id}`,
      api: `/${id}`,
      icon: 'box',
      needs: [],
      routes: {},
      pages: [pageOf('own', { access: 'signed-in', sidebar: 'own' })],
    }),
  ),
];

beforeEach(() => {
  registerApps(apps);
  sessionStore.set({ me: testMe({ apps: ids }), index: {} });
});

const section = () => page.getByRole('button', { name: kit('sidebar.applications') });
const app = (name: string) => page.getByRole('button', { name, exact: true });

describe.each(languages)('the sidebar in %s', (language) => {
  test('folds the apps into one entry where they are many, and unfolds them at a click', async () => {
    await showRoutes(language, [{ path: '/', element: <Sidebar /> }]);
    await expect.element(section()).toHaveAttribute('aria-expanded', 'false');
    await expect.element(app('APP-13')).not.toBeInTheDocument();
    await section().click();
    await expect.element(section()).toHaveAttribute('aria-expanded', 'true');
    await expect.element(app('APP-13')).toBeVisible();
    await section().click();
    await expect.element(app('APP-13')).not.toBeInTheDocument();
  });

  test('shows the icons of sections that are folded when it is narrow', async () => {
    await showRoutes(language, [{ path: '/', element: <Sidebar folded onFold={() => undefined} /> }]);
    await section().click();
    await expect.element(page.getByRole('link', { name: 'APP-13', exact: true })).toBeVisible();
  });
});
