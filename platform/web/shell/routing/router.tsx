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
import { firstPage } from './first-page-choice.ts';
import { currentAddress, currentHandle, isStarted, type Router, setRouter } from './navigation.ts';

/** A page that needs no apps: sign-in and related pages. */
export type AuthPage = {
  path: string;
  load: PageLoader;
  /** Also available below /global. */
  global: boolean;
  /** Only for people who are not signed in. */
  signedOut: boolean;
};
export type SignIn = { namespace: string; pages: readonly AuthPage[] };

/** The route of a sign-in page, which loads neither manifests nor apps. */
function authRoute(path: string, namespace: string, { load, signedOut }: AuthPage): RouteObject {
  return {
    path,
    // A signed-in person is redirected to the main layout.
    loader: () => (signedOut && tokens.pair() ? redirect(shellAddresses.first) : null),
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

/** Creates the router. The routes behind sign-in are added at the first address that needs them. */
export function makeRouter(signIn: SignIn, loadApps: () => Promise<readonly BoundApp[]>): Router {
  const atOnce: RouteObject[] = [
    // Without a session it redirects to sign-in, which does not load the apps.
    {
      path: '/',
      Component: Loading,
      async loader() {
        if (!tokens.pair()) return redirect(signInFor(shellAddresses.main));
        // Loads while the address is asked for; the navigation that follows reports a failure.
        void loadApps().catch(() => undefined);
        return redirect(await firstPage());
      },
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
      // During the first navigation the guard redirects, unless it admitted a cached person.
      const end = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        end();
        sessionEvents.lost();
      });
      return;
    }
    if (!currentHandle()) return;
    // After an impersonation the person continues in the own session.
    if (tokens.pair()) window.location.replace('/');
    else void router.navigate(signInFor(currentAddress()));
  };
  // The person has chosen a notification that leads here. Browsers have no worker on insecure addresses.
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }: MessageEvent<{ type?: string; address?: string }>) => {
      if (data?.type === 'open' && data.address) void router.navigate(data.address);
    },
  );
  return router;
}
