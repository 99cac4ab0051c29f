import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { sessionEvents } from '../client/connection.ts';
import { notify } from '../client/notices.ts';
import { loadTexts, text } from '../i18n/i18n.ts';
import { ensureSession, resetSession, solutionIds } from '../session/session.ts';
import { sessionStore } from '../session/session-store.ts';
import { addressOf, type BoundApp, componentOf } from './bind-pages.ts';
import { loadChunk } from './chunk-failure.ts';
import { judge, type LayoutName, type Navigation } from './guard.ts';
import { firstPageOf } from './first-page.ts';
import { Loading } from './Loading.tsx';
import { isPhone } from './phone.ts';
import { places, signInFor } from './places.ts';
import { Root } from './Root.tsx';
import { RouteError } from './RouteError.tsx';

export type PageHandle = { app: AppManifest; page: Page; address: string; layout: LayoutName };

type Router = ReturnType<typeof createBrowserRouter>;
let router: Router;

const handleOf = (): PageHandle | undefined => router.state.matches.findLast((match) => match.route.handle)?.route.handle;

/** Where the person stands now; null while the first page loads. */
function standing(): Navigation['from'] {
  if (!router?.state.initialized) return null;
  return { path: router.state.location.pathname, layout: handleOf()?.layout ?? 'plain' };
}

const whereNow = () => router.state.location.pathname + router.state.location.search;

/** The kit's guard on one page: token first, then what `judge` says. */
const guard =
  (handle: PageHandle) =>
  async ({ params, request }: LoaderFunctionArgs): Promise<null> => {
    const url = new URL(request.url);
    const me = await ensureSession().catch((error: unknown) => {
      // Without tokens the session is over; otherwise the server is away, and the page says so.
      if (sessionStore.get().me) throw error;
      if (error instanceof Error && 'status' in error && error.status === 401) return null;
      throw error;
    });
    const verdict = judge(
      { target: url.pathname + url.search, params, from: standing(), phone: isPhone(), ...handle },
      { me, index: sessionStore.get().index, solutions: solutionIds() },
    );
    if (verdict.kind === 'allow') return null;
    if ('denied' in verdict && verdict.denied) notify({ kind: 'negative', message: text('kit', 'notifications.denied'), id: 'denied' });
    if (verdict.kind === 'cancel') throw replace(whereNow());
    if (verdict.reset) resetSession();
    throw redirect(verdict.to);
  };

const toPattern = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

function pageRoute(bound: BoundApp, page: Page, layout: LayoutName, prefix = ''): RouteObject {
  const { app } = bound;
  const address = `${prefix}${addressOf(app, page)}`;
  const path = toPattern(address);
  const { redirect: target } = page;
  if (target !== undefined) {
    const to = target.startsWith('/') ? target : `${prefix}${app.web}/${target}`;
    return { path, loader: ({ params }) => redirect(to.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')) };
  }
  const handle: PageHandle = { app, page, address, layout };
  return {
    path,
    handle,
    loader: guard(handle),
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: async () => {
      const load = bound.loaders[page.path];
      if (!load) return { Component: (await loadChunk(() => import('./NotFoundPage.tsx'))).NotFoundPage };
      const [module] = await Promise.all([loadChunk(load), loadTexts([app.id, ...app.needs])]);
      return { Component: componentOf(module) };
    },
  };
}

const lazyLayout = (load: () => Promise<Record<string, unknown>>): RouteObject['lazy'] => async () => {
  const module = await loadChunk(load);
  const [Component] = Object.values(module) as [NonNullable<RouteObject['Component']>];
  return { Component };
};

/** `/core`: the first page that the person may see. */
async function landing(): Promise<never> {
  const me = await ensureSession();
  throw redirect(me ? firstPageOf(me) : places.signIn);
}

/** The routes of all apps, each page in its layout. */
export function routesOf(bound: readonly BoundApp[]): RouteObject[] {
  const inLayout = (layout: Page['layout']) =>
    bound.flatMap((one) => one.app.pages.filter((page) => page.layout === layout).map((page) => pageRoute(one, page, layout)));
  const global = bound.flatMap((one) => one.app.pages.filter((page) => page.global).map((page) => pageRoute(one, page, 'global', '/global')));
  const withoutPage = (path: string, lazy: RouteObject['lazy']): RouteObject => ({ path, ...(lazy ? { lazy } : {}) });
  return [
    {
      id: 'root',
      Component: Root,
      ErrorBoundary: RouteError,
      HydrateFallback: Loading,
      children: [
        { path: '/', loader: () => redirect(places.main) },
        { path: places.main, loader: landing },
        { path: '/global', loader: () => redirect(`/global${places.signIn}`) },
        { id: 'auth', lazy: lazyLayout(() => import('./AuthLayout.tsx')), children: [...inLayout('auth'), ...global] },
        {
          id: 'main',
          lazy: async () => {
            const [module] = await Promise.all([loadChunk(() => import('./MainLayout.tsx')), loadTexts(bound.map((one) => one.app.id))]);
            return { Component: module.MainLayout };
          },
          children: [{ ErrorBoundary: RouteError, children: inLayout('main') }],
        },
        { id: 'plain', children: inLayout('plain') },
        withoutPage(places.notOnMobile, lazyLayout(() => import('./NotOnMobilePage.tsx'))),
        withoutPage('*', lazyLayout(() => import('./NotFoundPage.tsx'))),
      ],
    },
  ];
}

export function makeRouter(bound: readonly BoundApp[]): Router {
  router = createBrowserRouter(routesOf(bound));
  sessionEvents.lost = () => {
    resetSession();
    // While the guard runs it leads to the sign-in page by itself.
    if (router.state.initialized && handleOf()?.layout !== 'auth') void router.navigate(signInFor(whereNow()));
  };
  return router;
}
