import type { Page } from '#platform/common/define-app.ts';
import { globalPrefix, shellAddresses, signInFor } from '../routing/addresses.ts';
import { savedFilterAddress } from '../routing/saved-filters.ts';
import { type AccessSubject, isPublicPage, type TargetPage } from './denial-reasons.ts';
import { guestHomeOf } from './guest-home.ts';
import { denialReasonsOfTarget, firstAllowed, type PageLookup, redirectsOf } from './redirects.ts';

/**
 * Layouts whose pages need no session; a denial that comes from them leads to the person's profile, or the home of a
 * guest.
 */
export const exemptLayouts = ['auth', 'global', 'reports', 'data-policy', 'terms-and-conditions', 'updates'] as const;
export type LayoutName = 'main' | 'plain' | (typeof exemptLayouts)[number];

export type Navigation = TargetPage & {
  /** The address with query and fragment. */
  target: string;
  layout: LayoutName;
  /** The current page; null at the first load. */
  from: { path: string; layout: LayoutName } | null;
} & PageLookup;

export type GuardVerdict =
  | { kind: 'allow' }
  | { kind: 'go'; to: string; denied?: true; reset?: true }
  /** Stays on the current page. */
  | { kind: 'cancel'; denied?: true };

const allow: GuardVerdict = { kind: 'allow' };
const isExempt = (layout: LayoutName) => (exemptLayouts as readonly string[]).includes(layout);

/** Whether the page needs no session, so that it also opens while the server is down. */
export const opensWithoutSession = ({ layout, page }: { layout: LayoutName; page: Page }): boolean =>
  isExempt(layout) || isPublicPage(page);

/** A page for visitors is below /global for them, and without the prefix for signed-in people. */
function globalVerdict({ page, layout, target }: Navigation, caller: AccessSubject): GuardVerdict | null {
  if (!page.global || layout === 'auth') return null;
  if (caller.me) return layout === 'global' ? { kind: 'go', to: target.slice(globalPrefix.length) } : null;
  return layout === 'global' ? allow : { kind: 'go', to: `${globalPrefix}${target}` };
}

/** The verdict on a navigation. Without a valid access token `caller.me` is null. */
export function authorize(navigation: Navigation, caller: AccessSubject): GuardVerdict {
  const { page, layout, from, target } = navigation;
  const path = target.split(/[?#]/)[0] ?? target;
  if (layout === 'auth' && caller.me) return { kind: 'go', to: shellAddresses.first };
  const global = globalVerdict(navigation, caller);
  if (global) return global;
  if (!caller.me && !isExempt(layout) && !isPublicPage(page)) return { kind: 'go', to: signInFor(target), reset: true };
  if (navigation.phone && !page.mobile) return { kind: 'go', to: shellAddresses.notOnMobile };
  if (caller.me && path === shellAddresses.profile(caller.me.user.id)) return allow;
  const [reason] = denialReasonsOfTarget(navigation, navigation, caller);
  if (!reason) {
    if (page.savedFilter) return { kind: 'go', to: savedFilterAddress(page.savedFilter, target, navigation.params) };
    const redirect = firstAllowed(redirectsOf(navigation, caller), navigation, caller);
    return redirect ? { kind: 'go', to: redirect } : allow;
  }
  if (reason.kind === 'no-session' || !caller.me) return { kind: 'go', to: signInFor(target), reset: true };
  const home = guestHomeOf(caller);
  // The overview is the first page of staff.
  if (home && path === shellAddresses.main) return { kind: 'go', to: home };
  const own = home ?? shellAddresses.profile(caller.me.user.id);
  const addressed = (address: string) => address.replace('{me}', String(caller.me?.user.id));
  if (page.elsewhere) {
    const to = firstAllowed(page.elsewhere.map(addressed), navigation, caller) ?? own;
    return page.quiet ? { kind: 'go', to } : { kind: 'go', to, denied: true };
  }
  if (!from || from.path === '/' || isExempt(from.layout)) return { kind: 'go', to: own, denied: true };
  if (page.onDenied) return { kind: 'go', to: addressed(page.onDenied), denied: true };
  return { kind: 'cancel', denied: true };
}
