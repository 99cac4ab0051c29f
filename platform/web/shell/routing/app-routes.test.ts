import { expect, test, vi } from 'vitest';
import { type AppManifest, defineApp, page } from '#platform/common/define-app.ts';
import { registerApps } from '../../session/session.ts';
import { sessionStore } from '../../session/session-store.ts';
import { testMe } from '../../session/test-session.ts';

const loadTexts = vi.hoisted(() => vi.fn(async (_spaces: readonly string[]) => {}));
vi.mock('../../i18n/i18n.ts', async (original) => ({ ...(await original<object>()), loadTexts }));
vi.mock('./navigation.ts', () => ({ guard: () => async () => null, sessionOrNone: async () => sessionStore.get().me }));
const { appRoutes } = await import('./app-routes.ts');

const appOf = (id: string, kind: AppManifest['kind'] = 'solution') =>
  defineApp({ id, kind, brand: id, web: `/${id}`, api: `/${id}`, icon: 'box', needs: [], pages: [], routes: {} });

/** What the frame around all pages loads before it is drawn. */
async function frameTexts(
  apps: AppManifest[] = [appOf('places', 'core'), appOf('held'), appOf('foreign')],
): Promise<(readonly string[])[]> {
  loadTexts.mockClear();
  registerApps(apps);
  const routes = appRoutes(apps.map((app) => ({ app, loaders: {}, parts: {} })));
  for (const { loader, children } of routes)
    if (children && typeof loader === 'function') await loader({} as never, {});
  return loadTexts.mock.calls.map(([spaces]) => spaces);
}

test('the shell loads only the menu texts of the core and of entitled apps', async () => {
  sessionStore.set({ me: testMe({ apps: ['held'] }), index: {} });
  expect(await frameTexts()).toEqual([['places/menu', 'held/menu']]);
});

test('the shell loads the menu texts of an app that offers the person one of its pages only', async () => {
  sessionStore.set({ me: testMe({ apps: ['closed', 'partly'] }), index: {} });
  const nobody = { companyTypes: [] };
  expect(
    await frameTexts([
      { ...appOf('closed'), offered: nobody, pages: [page('own', { access: 'signed-in' })] },
      { ...appOf('partly'), offered: nobody, pages: [page('own', { access: 'signed-in', offeredTo: {} })] },
    ]),
  ).toEqual([['partly/menu']]);
});

test('the shell loads no texts when nobody is signed in', async () => {
  sessionStore.set({ me: null, index: {} });
  expect(await frameTexts()).toEqual([]);
});
