import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import { errorNamespaces, sessionEvents, tokens } from '../../client/connection.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { clearSession, registerApps, textNamespacesOf } from '../../session/session.ts';
import { loadChunk } from '../failures/chunk-failure.ts';
import { RouteError } from '../failures/RouteError.tsx';
import { Loading } from '../layout/Loading.tsx';
import { Root } from '../layout/Root.tsx';
import { shellAddresses, signInFor } from './addresses.ts';
import { type BoundApp, componentOf, type PageLoader } from './bind-pages.ts';
import { currentAddress, currentHandle, isStarted, type Router, setRouter } from './navigation.ts';

/** A page that stands without the apps: sign-in and what leads to it. */
export type AuthPage = {
  path: string;
  load: PageLoader;
  /** Also below /global. */
  global: boolean;
  /** Only for who is not signed in. */
  signedOut: boolean;
};
export type SignIn = { namespace: string; pages: readonly AuthPage[] };

/** Pages before sign-in stand alone: they load neither the manifests of the apps nor what they need. */
function authRoute(path: string, namespace: string, { load, signedOut }: AuthPage): RouteObject {
  return {
    path,
    // A signed-in person who opens it comes to the main layout.
    loader: () => (signedOut && tokens.pair() ? redirect(shellAddresses.main) : null),
    shouldRevalidate: () => false,
    lazy: async () => {
      const [module] = await Promise.all([loadChunk(load), loadTexts([namespace])]);
      return { Component: componentOf(module) };
    },
  };
}

const authRoutes = ({ namespace, pages }: SignIn): RouteObject[] =>
  pages.flatMap((page) => [
    authRoute(page.path, namespace, page),
    ...(page.global ? [authRoute(`/global${page.path}`, namespace, page)] : []),
  ]);

/** The router. What lies beyond sign-in joins it with the first address that needs it. */
export function makeRouter(signIn: SignIn, loadApps: () => Promise<readonly BoundApp[]>): Router {
  const atOnce: RouteObject[] = [
    // Without a session straight to sign-in, which does without the apps.
    {
      path: '/',
      Component: Loading,
      loader: () => redirect(tokens.pair() ? shellAddresses.main : signInFor(shellAddresses.main)),
    },
    { path: '/global', Component: Loading, loader: () => redirect(`/global${shellAddresses.signIn}`) },
    {
      lazy: async () => ({ Component: (await loadChunk(() => import('../layout/AuthLayout.tsx'))).AuthLayout }),
      children: authRoutes(signIn),
    },
  ];
  errorNamespaces.of = (app) => (app ? textNamespacesOf(app) : [signIn.namespace]);
  let joined = false;
  const router = createBrowserRouter(
    [{ id: 'root', Component: Root, ErrorBoundary: RouteError, HydrateFallback: Loading, children: atOnce }],
    {
      async patchRoutesOnNavigation({ patch }) {
        if (joined) return;
        const [bound, { appRoutes }] = await loadChunk(() => Promise.all([loadApps(), import('./app-routes.ts')]));
        if (joined) return;
        joined = true;
        registerApps(bound.map((one) => one.app));
        patch('root', appRoutes(bound));
      },
    },
  );
  setRouter(router);
  sessionEvents.lost = () => {
    clearSession();
    if (!isStarted()) {
      // While the first guard runs it leads on by itself, unless it has let pass whom the visit before had kept.
      const end = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        end();
        sessionEvents.lost();
      });
      return;
    }
    if (!currentHandle()) return;
    // Who worked as somebody else goes on as themselves.
    if (tokens.pair()) window.location.replace('/');
    else void router.navigate(signInFor(currentAddress()));
  };
  return router;
}
