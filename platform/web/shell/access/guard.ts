import type { Page } from '#platform/common/define-app.ts';
import { shellAddresses, signInFor } from '../routing/addresses.ts';
import { isPublic, type Target, type Who } from './denial-reasons.ts';
import { denialReasonsBehind, type Finding, firstOpen, redirectsOf } from './redirects.ts';

/** Layouts whose pages need no session, and from which a denial leads to the own profile. Source: 1-core.md §2. */
export const exemptLayouts = ['auth', 'global', 'reports', 'data-policy', 'terms-and-conditions', 'updates'] as const;
export type LayoutName = 'main' | 'plain' | (typeof exemptLayouts)[number];

export type Navigation = Target & {
  /** Address with its query. */
  target: string;
  layout: LayoutName;
  /** Where the person comes from; null at the first load. */
  from: { path: string; layout: LayoutName } | null;
} & Finding;

export type Verdict =
  | { kind: 'allow' }
  | { kind: 'go'; to: string; denied?: true; reset?: true }
  /** Stay where one is. */
  | { kind: 'cancel'; denied?: true };

const allow: Verdict = { kind: 'allow' };
const isExempt = (layout: LayoutName) => (exemptLayouts as readonly string[]).includes(layout);

/** Needs no session: a server that cannot tell who asks does not close it. */
export const isOpen = ({ layout, page }: { layout: LayoutName; page: Page }): boolean =>
  isExempt(layout) || isPublic(page);

/** What a navigation leads to. The access token was asked for before: `who.me` is null when there is none. */
export function authorize(navigation: Navigation, who: Who): Verdict {
  const { page, layout, from, target } = navigation;
  const path = target.split(/[?#]/)[0] ?? target;
  if (layout === 'auth' && who.me) return { kind: 'go', to: shellAddresses.main };
  if (!who.me && !isExempt(layout) && !isPublic(page)) return { kind: 'go', to: signInFor(target), reset: true };
  if (navigation.phone && !page.mobile) return { kind: 'go', to: shellAddresses.notOnMobile };
  if (who.me && path === shellAddresses.profile(who.me.user.id)) return allow;
  const [refused] = denialReasonsBehind(navigation, navigation, who);
  if (!refused) {
    const onward = firstOpen(redirectsOf(navigation, who), navigation, who);
    return onward ? { kind: 'go', to: onward } : allow;
  }
  if (refused.kind === 'no-session' || !who.me) return { kind: 'go', to: signInFor(target), reset: true };
  const own = shellAddresses.profile(who.me.user.id);
  const silent = path === shellAddresses.marketMain;
  const denied = silent ? {} : ({ denied: true } as const);
  if (!from || from.path === '/' || isExempt(from.layout)) return { kind: 'go', to: own, ...denied };
  if (page.onDenied) return { kind: 'go', to: page.onDenied.replace('{me}', String(who.me.user.id)), ...denied };
  return { kind: 'cancel', ...denied };
}
