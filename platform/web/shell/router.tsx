import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import { sessionEvents, sessionSpaces, tokens } from '../client/connection.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { knowApps, resetSession } from '../session/session.ts';
import type { BoundApp, PageLoader } from './bind-pages.ts';
import { loadChunk } from './chunk-failure.ts';
import { Loading } from './Loading.tsx';
import { handleNow, isStarted, type Router, setRouter, whereNow } from './navigation.ts';
import { places, signInFor } from './places.ts';
import { Root } from './Root.tsx';
import { RouteError } from './RouteError.tsx';

export type SignIn = { namespace: string; load: PageLoader };

/** Sign-in stands alone: it loads neither the manifests of the apps nor what they need. */
function signInRoute(path: string, { namespace, load }: SignIn): RouteObject {
  return {
    path,
    // A signed-in person who opens it comes to the main layout.
    loader: () => (tokens.pair() && path === places.signIn ? redirect(places.main) : null),
    shouldRevalidate: () => false,
    lazy: async () => {
      const [module, { componentOf }] = await Promise.all([
        loadChunk(load),
        import('./bind-pages.ts'),
        loadTexts([namespace]),
      ]);
      return { Component: componentOf(module) };
    },
  };
}

/** The router. What lies beyond sign-in joins it with the first address that needs it. */
export function makeRouter(signIn: SignIn, loadApps: () => Promise<readonly BoundApp[]>): Router {
  const atOnce: RouteObject[] = [
    { path: '/', loader: () => redirect(places.main) },
    { path: '/global', loader: () => redirect(`/global${places.signIn}`) },
    {
      lazy: async () => ({ Component: (await loadChunk(() => import('./AuthLayout.tsx'))).AuthLayout }),
      children: [signInRoute(places.signIn, signIn), signInRoute(`/global${places.signIn}`, signIn)],
    },
  ];
  let joined = false;
  const router = createBrowserRouter(
    [{ id: 'root', Component: Root, ErrorBoundary: RouteError, HydrateFallback: Loading, children: atOnce }],
    {
      async patchRoutesOnNavigation({ patch }) {
        if (joined) return;
        const [bound, { appRoutes }] = await loadChunk(() => Promise.all([loadApps(), import('./app-routes.ts')]));
        if (joined) return;
        joined = true;
        knowApps(bound.map((one) => one.app));
        sessionSpaces.push(...bound.map((one) => one.app.id));
        patch('root', appRoutes(bound));
      },
    },
  );
  setRouter(router);
  sessionEvents.lost = () => {
    resetSession();
    // While the first guard runs it leads to the sign-in page by itself.
    if (isStarted() && handleNow()) void router.navigate(signInFor(whereNow()));
  };
  return router;
}
