import { useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp, page as pageOf } from '#platform/common/define-app.ts';
import { tokens } from '../../client/connection.ts';
import { registerApps } from '../../session/session.ts';
import { selectedCustomer, sessionStore, storeCustomer } from '../../session/session-store.ts';
import { testMe } from '../../session/test-session.ts';
import { showRoutes } from '../../test-render.tsx';
import { testServer } from '../../test-server.ts';
import { deniedStore } from '../access/denied-page.ts';
import { guard } from '../routing/navigation.ts';
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

/** Opens an address from outside until a heading is shown, and says for whom the server was asked about the person. */
async function follow(address: string, until: string): Promise<(string | null)[]> {
  registerApps([app]);
  const sent = testServer({ 'GET /session': ({ headers }) => actingFor(Number(headers.get('customer-id'))) });
  const handle = { app, page: visit, address: '/tried/visit/{id}', layout: 'main' as const };
  await showRoutes(
    'en',
    [
      { path: '/tried/visit/:id', loader: guard(handle), element: <Where />, hydrateFallbackElement: <p /> },
      { path: '*', element: <h1>Denied</h1> },
    ],
    { at: address },
  );
  await expect.element(page.getByRole('heading', { name: until, exact: true })).toBeVisible();
  return sent.filter(({ path }) => path === '/session').map(({ headers }) => headers.get('customer-id'));
}
const Where = () => {
  const { pathname, search } = useLocation();
  return <h1>{pathname + search}</h1>;
};

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

test('an address for a customer selects this customer first, and opens without naming it', async () => {
  expect(await follow('/tried/visit/7?tab=lines&for=21', '/tried/visit/7?tab=lines')).toEqual(['21']);
  expect(selectedCustomer()).toBe(21);
  expect(sessionStore.get().me?.session.actingFor).toBe(21);
  // It is selected already.
  expect(await follow('/tried/visit/8?for=21', '/tried/visit/8')).toEqual([]);
  // For another one the page is closed.
  await follow('/tried/visit/7?for=22', 'Denied');
  expect(sessionStore.get().me?.session.actingFor).toBe(22);
});

test('an address for the own company leaves the customer, and means nothing to those who act for nobody', async () => {
  storeCustomer(21);
  sessionStore.set({ me: actingFor(21), index: {} });
  expect(await follow('/tried/visit/7?for=7', 'Denied')).toEqual([null]);
  expect(selectedCustomer()).toBeNull();
  sessionStore.set({ me: { ...actingFor(21), customers: [] }, index: {} });
  expect(await follow('/tried/visit/7?for=22', '/tried/visit/7')).toEqual([]);
  expect(selectedCustomer()).toBeNull();
});
