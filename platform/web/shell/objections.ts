import { can, explain, type JudgedBy, type Objection } from '#platform/common/access.ts';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import type { Me } from '../session/session-store.ts';

/** A page with what its address fills into the braces of its path. */
export type Target = { app: AppManifest; page: Page; params: Record<string, string | undefined> };
export type Who = { me: Me | null } & Pick<JudgedBy, 'index' | 'solutions' | 'warn'>;

export const isPublic = (page: Page): boolean => typeof page.access === 'object' && 'public' in page.access;

/** Numeric parameters are numbers, as the access rules compare ids. */
const asNumbers = (params: Target['params']) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value && /^\d+$/.test(value) ? Number(value) : value]),
  );

/** All that stands between a person and a page; empty when they may open it. */
export function objectionsTo(navigation: Target, who: Who): Objection[] {
  const { app, page } = navigation;
  const session = who.me?.session ?? null;
  const found = explain(session, page.access, { ...who, params: asNumbers(navigation.params) });
  if (!session || isPublic(page)) return found;
  const held = app.kind !== 'solution' || session.apps.includes(app.id);
  if (held && (!app.offered || can(session, app.offered, who))) return found;
  return [{ kind: 'app-not-held', app: app.id }, ...found.filter((one) => one.kind !== 'app-not-held')];
}
