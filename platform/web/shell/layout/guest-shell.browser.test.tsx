import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defineApp, page as pageOf } from '#platform/common/define-app.ts';
import { languages } from '../../i18n/i18n.ts';
import { registerApps } from '../../session/session.ts';
import { sessionStore } from '../../session/session-store.ts';
import { testMe } from '../../session/test-session.ts';
import { kit, showRoutes } from '../../test-render.tsx';
import { testServer } from '../../test-server.ts';
import { PhoneNavigation } from '../navigation/PhoneNavigation.tsx';
import { Sidebar } from '../navigation/Sidebar.tsx';
import { Header } from './Header.tsx';

const bar = (name: string) => ({ quick: { name, icon: 'box', bar: 1 } });
const core = defineApp({
  kind: 'core',
  id: 'office',
  brand: 'Office',
  web: '/core',
  api: '',
  icon: 'box',
  needs: [],
  routes: {},
  pages: [
    pageOf('all', { access: 'signed-in', sidebar: 'daily', order: 1, ...bar('all') }),
    pageOf('staff', { access: { companyTypes: ['Customer'] }, sidebar: 'organization', order: 1 }),
  ],
});
const lodgers = { appRoles: { app: 'tried', roles: ['lodger'] } };
const app = defineApp({
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'door',
  needs: [],
  routes: {},
  pages: [
    pageOf('own', { access: lodgers, sidebar: 'own', ...bar('own') }),
    pageOf('list', { access: 'signed-in', sidebar: 'list', order: 2 }),
  ],
});
const guest = testMe({ apps: ['tried'], user: { kind: 'guest', appRoles: { tried: 'lodger' } } });

beforeEach(() => {
  registerApps([core, app]);
  testServer({});
});

const addresses = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
const search = () => page.getByRole('button', { name: kit('shell.search') });

describe.each(languages)('the shell of a guest in %s', (language) => {
  const open = (node: ReactNode, me = guest) => {
    sessionStore.set({ me, index: {} });
    return showRoutes(language, [{ path: '*', element: node }]);
  };

  test('has only pages of the role in the sidebar', async () => {
    await open(<Sidebar folded onFold={() => undefined} />);
    await expect.poll(addresses).toEqual(['/tried/own']);
    await open(<Sidebar folded onFold={() => undefined} />, testMe({ apps: ['tried'] }));
    await expect.poll(addresses).toEqual(['/core/all', '/tried/list', '/core/staff']);
  });

  test('has only pages of the role in the bottom bar', async () => {
    await open(<PhoneNavigation />);
    await expect.poll(addresses).toEqual(['/tried/own']);
  });

  test('has no search, also not by its keys', async () => {
    await open(<Header />);
    await expect.element(page.getByRole('banner')).toBeVisible();
    await expect.element(search()).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await open(<Header />, testMe());
    await expect.element(search()).toBeVisible();
  });
});
