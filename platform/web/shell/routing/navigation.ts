import { type createBrowserRouter, type LoaderFunctionArgs, matchPath, redirect, replace } from 'react-router';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { openAddress } from '#platform/common/open-address.ts';
import { customerOf } from '#platform/common/pages/customer-address.ts';
import { selectCustomer, tokens } from '../../client/connection.ts';
import { notify } from '../../client/notices.ts';
import { RequestError } from '../../client/request-error.ts';
import { text } from '../../i18n/i18n.ts';
import {
  ensureSession,
  pendingSession,
  registeredApps,
  registeredSolutions,
  reloadSession,
  resetSession,
  warnOnce,
} from '../../session/session.ts';
import { actsForOthers, type Me, selectedCustomer, sessionStore } from '../../session/session-store.ts';
import type { AccessSubject, TargetPage } from '../access/denial-reasons.ts';
import { deniedStore } from '../access/denied-page.ts';
import { authorize, type LayoutName, type Navigation, opensWithoutSession } from '../access/guard.ts';
import { denialReasonsOfTarget, type PageLookup } from '../access/redirects.ts';
import { isPhone } from '../layout/phone.ts';
import { quickPages } from '../navigation/quick-access.ts';
import { authLayoutOf } from './addresses.ts';
import { pageAddress, toPattern } from './bind-pages.ts';
import { canOpen } from './first-page.ts';

/** The route handle of a page; `usePageHandle` returns it. */
export type PageHandle = { app: AppManifest; page: Page; address: string; layout: LayoutName };

export type Router = ReturnType<typeof createBrowserRouter>;
let router: Router | undefined;
export function setRouter(made: Router): void {
  router = made;
}

export const currentHandle = (): PageHandle | undefined =>
  router?.state.matches.findLast((match) => match.route.handle)?.route.handle;
export const isStarted = (): boolean => router?.state.initialized ?? false;
/** Whether the current page failed to load. */
export const hasFailed = (): boolean => Boolean(router?.state.errors);
export const currentAddress = (): string =>
  router ? router.state.location.pathname + router.state.location.search : '/';

/** The current page; null while the first page loads. */
function standing(): Navigation['from'] {
  if (!router || !isStarted()) return null;
  const { pathname } = router.state.location;
  return { path: pathname, layout: currentHandle()?.layout ?? authLayoutOf(pathname) ?? 'plain' };
}

/** The session, or null if there is none. Throws if the server cannot be reached. */
export async function sessionOrNone(): Promise<Me | null> {
  try {
    return await ensureSession();
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 401)) throw error;
    // After an impersonation session the person's own session is used.
    return tokens.pair() ? ensureSession() : null;
  }
}

function pageAt(address: string): TargetPage | null {
  const all = registeredApps().flatMap((app) =>
    app.pages.map((page) => ({ app, page, address: pageAddress(app, page) })),
  );
  const quick = quickPages(registeredApps(), canOpen).find(({ name }) => openAddress(name) === address);
  const plain = all.find((one) => one.address === (quick?.to ?? address));
  if (plain) return { ...plain, params: {} };
  for (const one of all) {
    const match = matchPath(toPattern(one.address), address);
    if (match) return { ...one, params: match.params };
  }
  return null;
}

/** The context in which redirects find pages. */
const lookup = (): PageLookup => ({ phone: isPhone(), pageAt });

/** The caller, and the data that decides on access. */
const callerOf = (me: Me | null): AccessSubject => ({
  me,
  apps: registeredApps(),
  index: sessionStore.get().index,
  solutions: registeredSolutions(),
  warn: warnOnce,
});

/**
 * The session as confirmed by the server: the permissions of a cached person may be outdated. While the server cannot
 * be reached, the cached person counts, so that addresses which lead to another page work without a network.
 */
async function confirmedSession(me: Me): Promise<Me | null> {
  try {
    return (await pendingSession()) ?? me;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (error.status === 0) return me;
    if (error.status !== 401) throw error;
    return sessionOrNone();
  }
}

/** Selects the customer whom an address names, for those who act for others, and goes on to the address without it. */
async function openForCustomer(target: string, me: Me | null): Promise<void> {
  const asked = me && customerOf(target);
  if (!me || !asked) return;
  const chosen = asked.customerId === me.session.user.companyId ? null : asked.customerId;
  if (selectedCustomer() !== chosen) {
    // The answer to a request that is under way would put back the person without the customer.
    const now = await confirmedSession(me);
    if (now && actsForOthers(now)) await selectCustomer(chosen, reloadSession);
  }
  throw replace(asked.address);
}

/** The guard of a page. A cached session may grant access; a denial is confirmed by the server first. */
export const guard =
  (handle: PageHandle) =>
  async ({ params, request }: LoaderFunctionArgs): Promise<null> => {
    const url = new URL(request.url);
    const me = opensWithoutSession(handle) ? await sessionOrNone().catch(() => null) : await sessionOrNone();
    // `request.url` has no fragment.
    const { hash } = router?.state.navigation.location ?? window.location;
    const target = url.pathname + url.search + hash;
    await openForCustomer(target, me);
    const navigation = { target, params, from: standing(), ...lookup(), ...handle };
    let caller = callerOf(me);
    let verdict = authorize(navigation, caller);
    if (verdict.kind !== 'allow' && me) {
      caller = callerOf(await confirmedSession(me));
      verdict = authorize(navigation, caller);
    }
    if (verdict.kind === 'allow') return null;
    if ('denied' in verdict && verdict.denied) {
      notify({ kind: 'negative', message: text('kit', 'notifications.denied'), id: 'denied' });
      const { app, page } = handle;
      const at = (verdict.kind === 'go' ? verdict.to : currentAddress()).split('?')[0] ?? '/';
      deniedStore.set({ app, page, target, why: denialReasonsOfTarget(navigation, navigation, caller), at });
    }
    if (verdict.kind === 'cancel') throw replace(currentAddress());
    if (verdict.reset) resetSession();
    throw redirect(verdict.to);
  };
