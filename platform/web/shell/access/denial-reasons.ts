import { type AccessContext, type DenialReason, explain } from '#platform/common/access.ts';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import type { Me } from '../../session/session-store.ts';
import { savedFiltersOf } from '../routing/saved-filters.ts';

/** A page with the parameters of its address. */
export type TargetPage = { app: AppManifest; page: Page; params: Record<string, string | undefined> };
export type AccessSubject = {
  me: Me | null;
  /** The apps of this build. */
  apps: readonly AppManifest[];
} & Pick<AccessContext, 'index' | 'solutions' | 'warn'>;

export const isPublicPage = (page: Page): boolean => typeof page.access === 'object' && 'public' in page.access;

/** Converts numeric parameters to numbers, because access rules compare ids. */
const asNumbers = (params: TargetPage['params']) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value && /^\d+$/.test(value) ? Number(value) : value]),
  );

/** The reasons that deny the page; empty when access is granted. */
export function denialReasons(navigation: TargetPage, caller: AccessSubject): DenialReason[] {
  const { app, page } = navigation;
  const reasons = explain(caller.me?.session ?? null, page.access, {
    ...caller,
    app: app.id,
    params: asNumbers(navigation.params),
  });
  return reasons.length > 0 || !page.gathers
    ? reasons
    : reasonsAgainstAll(savedFiltersOf(caller.apps, navigation), caller);
}

/**
 * Why the person may not open any of the pages; pages of apps that the company does not hold count only if there are no
 * others.
 */
function reasonsAgainstAll(pages: readonly Pick<TargetPage, 'app' | 'page'>[], caller: AccessSubject): DenialReason[] {
  const ways = pages.map((one) => denialReasons({ ...one, params: {} }, caller));
  if (ways.some((way) => way.length === 0)) return [];
  const held = ways.filter((way) => !way.some(({ kind }) => kind === 'app-not-held'));
  return [{ kind: 'no-way', ways: held.length > 0 ? held : ways }];
}
