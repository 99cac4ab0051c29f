import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp, page as pageOf } from '#platform/common/define-app.ts';
import { tokens } from '../../client/connection.ts';
import { sessionStore, storeCustomer } from '../../session/session-store.ts';
import { testMe } from '../../session/test-session.ts';
import { showRoutes } from '../../test-render.tsx';
import { testServer } from '../../test-server.ts';
import { deniedStore } from '../access/denied-page.ts';
import { CustomerSwitch } from './CustomerSwitch.tsx';

const visit = pageOf('visit/{id}', { access: { appRoles: { app: 'tried', roles: ['technician'] } } });
const app = defineApp({
  kind: 'core',
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'box',
  needs: [],
  routes: {},
  pages: [visit],
});
const pair = {
  accessToken: `h.${btoa(JSON.stringify({ sub: '5', exp: 9_999_999_999 }))}.s`,
  refreshToken: 'r',
};
const customers = [21, 22].map((id) => ({ id, name: `Customer ${id}`, type: 'Customer' as const }));
const me = { ...testMe(), customers };
/** Only for the first customer the person is a technician. */
const actingFor = (id: number) => ({
  ...testMe({ actingFor: id, user: { appRoles: id === 21 ? { tried: 'technician' } : {} } }),
  customers,
});

beforeEach(() => {
  tokens.keep(pair, 'primary');
  storeCustomer(null);
  sessionStore.set({ me, index: {} });
  testServer({ 'GET /session': ({ headers }) => actingFor(Number(headers.get('customer-id'))) });
});

async function choose(name: string): Promise<void> {
  const at = window.location.pathname;
  deniedStore.set({ app, page: visit, target: '/tried/visit/7', why: [], at });
  await showRoutes(
    'en',
    [
      { path: '/profile', element: <CustomerSwitch /> },
      { path: '/tried/visit/:id', element: <h1>Visit 7</h1> },
    ],
    { at: '/profile' },
  );
  await page.getByRole('button').click();
  await page.getByRole('option', { name }).click();
}

test('the choice of a customer leads to the page that the person came for, if it opens now', async () => {
  await choose('Customer 21');
  await expect.element(page.getByRole('heading', { name: 'Visit 7' })).toBeVisible();
});

test('a page that stays closed is not opened', async () => {
  await choose('Customer 22');
  await vi.waitFor(() => expect(sessionStore.get().me?.session.actingFor).toBe(22));
  await expect.element(page.getByRole('heading', { name: 'Visit 7' })).not.toBeInTheDocument();
});
