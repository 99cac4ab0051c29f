import { type RouteObject, redirect } from 'react-router';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { openAddress } from '#platform/common/open-address.ts';
import { loadTexts, menuNamespace } from '../../i18n/i18n.ts';
import { registeredApps } from '../../session/session.ts';
import { isPublicPage } from '../access/denial-reasons.ts';
import { exemptLayouts, type LayoutName } from '../access/guard.ts';
import { loadChunk } from '../failures/chunk-failure.ts';
import { BrokenPage } from '../failures/RouteError.tsx';
import { Loading } from '../layout/Loading.tsx';
import { registerParts } from '../layout/shell-parts.ts';
import { quickPages } from '../navigation/quick-access.ts';
import { globalPrefix, shellAddresses, signInFor } from './addresses.ts';
import { type BoundApp, componentOf, pageAddress, toPattern } from './bind-pages.ts';
import { canOpen, isOffered } from './first-page.ts';
import { guard, type PageHandle, sessionOrNone } from './navigation.ts';

/** Public pages whose address is also the name of their layout. */
const layoutOf = (page: Page, layout: LayoutName): LayoutName =>
  exemptLayouts.find((name) => page.path === `/${name}`) ?? layout;

function pageRoute(bound: BoundApp, page: Page, layout: LayoutName, prefix = ''): RouteObject {
  const { app } = bound;
  const address = `${prefix}${pageAddress(app, page)}`;
  const path = toPattern(address);
  const handle: PageHandle = { app, page, address, layout: layoutOf(page, layout) };
  if (page.redirects || page.savedFilter) return { path, handle, loader: guard(handle), Component: Loading };
  return {
    path,
    handle,
    loader: guard(handle),
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: async () => {
      const load = bound.loaders[page.path];
      if (!load) return { Component: (await loadChunk(() => import('../failures/NotFoundPage.tsx'))).NotFoundPage };
      const [module] = await Promise.all([loadChunk(load), loadTexts([app.id, ...app.needs])]);
      return { Component: componentOf(module) };
    },
  };
}

/** Any other address; its frame depends on whether a person is signed in. */
const notFound: RouteObject = {
  path: '*',
  loader: () => sessionOrNone().then(() => null),
  lazy: async () => ({ Component: (await loadChunk(() => import('../failures/NotFoundPage.tsx'))).NotFoundPage }),
};

/** Loads the menu texts of the apps that have pages for the person before the layout is rendered. */
async function menuTexts(): Promise<null> {
  // The guard of the page reports the error.
  const me = await sessionOrNone().catch(() => null);
  // Public pages are in no menu.
  const isShown = (app: AppManifest) =>
    isOffered(app) || app.pages.some((page) => !isPublicPage(page) && canOpen(app, page));
  if (me) await loadTexts(registeredApps().flatMap((app) => (isShown(app) ? menuNamespace(app.id) : [])));
  return null;
}

/** The routes of all apps, each page in its layout. They are added at the first address behind sign-in. */
export function appRoutes(bound: readonly BoundApp[]): RouteObject[] {
  registerParts(bound);
  const inLayout = (layout: Page['layout']) =>
    bound.flatMap((one) =>
      one.app.pages.filter((page) => page.layout === layout).map((page) => pageRoute(one, page, layout)),
    );
  const global = bound.flatMap((one) =>
    one.app.pages
      .filter((page) => page.global && page.layout !== 'auth')
      .map((page) => pageRoute(one, page, 'global', globalPrefix)),
  );
  return [
    {
      lazy: async () => ({ Component: (await loadChunk(() => import('../layout/VisitorLayout.tsx'))).VisitorLayout }),
      children: global,
    },
    {
      loader: menuTexts,
      shouldRevalidate: () => false,
      lazy: async () => ({ Component: (await loadChunk(() => import('../layout/MainLayout.tsx'))).MainLayout }),
      children: [{ ErrorBoundary: BrokenPage, children: [...inLayout('main'), notFound] }],
    },
    {
      path: openAddress(':name'),
      Component: Loading,
      async loader({ params, request }) {
        if (!(await sessionOrNone())) return redirect(signInFor(openAddress(params.name ?? '')));
        const found = quickPages(registeredApps(), canOpen).find(({ name }) => name === params.name);
        return redirect(found ? `${found.to}${new URL(request.url).search}` : shellAddresses.main);
      },
    },
    { children: inLayout('plain') },
    {
      path: shellAddresses.notOnMobile,
      lazy: async () => ({
        Component: (await loadChunk(() => import('../failures/NotOnMobilePage.tsx'))).NotOnMobilePage,
      }),
    },
  ];
}
