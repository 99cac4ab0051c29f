import { can, explain, type JudgedBy, type Objection } from '#platform/common/access.ts';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import type { Me } from '../session/session-store.ts';
import { places, signInFor } from './places.ts';

/** Layouts whose pages need no session, and from which a denial leads to the own profile. Source: 1-core.md §2. */
export const exemptLayouts = ['auth', 'global', 'reports', 'data-policy', 'terms-and-conditions', 'updates'] as const;
export type LayoutName = 'main' | 'plain' | (typeof exemptLayouts)[number];

export type Navigation = {
  /** Address with its query. */
  target: string;
  params: Record<string, string | undefined>;
  layout: LayoutName;
  page: Page;
  app: AppManifest;
  /** Where the person comes from; null at the first load. */
  from: { path: string; layout: LayoutName } | null;
  phone: boolean;
};
export type Who = { me: Me | null } & Pick<JudgedBy, 'index' | 'solutions' | 'warn'>;

export type Verdict =
  | { kind: 'allow' }
  | { kind: 'go'; to: string; denied?: true; reset?: true }
  /** Stay where one is. */
  | { kind: 'cancel'; denied?: true };

const allow: Verdict = { kind: 'allow' };
const isExempt = (layout: LayoutName) => (exemptLayouts as readonly string[]).includes(layout);
const isPublic = (page: Page) => typeof page.access === 'object' && 'public' in page.access;

/** Needs no session: a server that cannot tell who asks does not close it. */
export const isOpen = ({ layout, page }: { layout: LayoutName; page: Page }): boolean =>
  isExempt(layout) || isPublic(page);

/** Numeric parameters are numbers, as the access rules compare ids. */
const asNumbers = (params: Navigation['params']) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value && /^\d+$/.test(value) ? Number(value) : value]),
  );

/** All that stands between a person and a page; empty when they may open it. */
export function objectionsTo(navigation: Pick<Navigation, 'app' | 'page' | 'params'>, who: Who): Objection[] {
  const { app, page } = navigation;
  const session = who.me?.session ?? null;
  const found = explain(session, page.access, { ...who, params: asNumbers(navigation.params) });
  if (!session || isPublic(page)) return found;
  const held = app.kind !== 'solution' || session.apps.includes(app.id);
  if (held && (!app.offered || can(session, app.offered, who))) return found;
  return [{ kind: 'app-not-held', app: app.id }, ...found.filter((one) => one.kind !== 'app-not-held')];
}

/** What a navigation leads to. The access token was asked for before: `who.me` is null when there is none. */
export function judge(navigation: Navigation, who: Who): Verdict {
  const { page, layout, from, target } = navigation;
  const path = target.split(/[?#]/)[0] ?? target;
  if (layout === 'auth' && who.me) return { kind: 'go', to: places.main };
  if (!who.me && !isExempt(layout) && !isPublic(page)) return { kind: 'go', to: signInFor(target), reset: true };
  if (navigation.phone && !page.mobile) return { kind: 'go', to: places.notOnMobile };
  if (who.me && path === places.profile(who.me.user.id)) return allow;
  const [refused] = objectionsTo(navigation, who);
  if (!refused) return allow;
  if (refused.kind === 'no-session' || !who.me) return { kind: 'go', to: signInFor(target), reset: true };
  const own = places.profile(who.me.user.id);
  const silent = path === places.marketMain;
  const denied = silent ? {} : ({ denied: true } as const);
  if (!from || from.path === '/' || isExempt(from.layout)) return { kind: 'go', to: own, ...denied };
  if (page.onDenied) return { kind: 'go', to: page.onDenied.replace('{me}', String(who.me.user.id)), ...denied };
  return { kind: 'cancel', ...denied };
}
