import { type AccessContext, type DenialReason, explain } from '#platform/common/access.ts';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import type { Me } from '../../session/session-store.ts';

/** A page with the parameters of its address. */
export type TargetPage = { app: AppManifest; page: Page; params: Record<string, string | undefined> };
export type AccessSubject = { me: Me | null } & Pick<AccessContext, 'index' | 'solutions' | 'warn'>;

export const isPublicPage = (page: Page): boolean => typeof page.access === 'object' && 'public' in page.access;

/** Converts numeric parameters to numbers, because access rules compare ids. */
const asNumbers = (params: TargetPage['params']) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value && /^\d+$/.test(value) ? Number(value) : value]),
  );

/** The reasons that deny the page; empty when access is granted. */
export function denialReasons(navigation: TargetPage, caller: AccessSubject): DenialReason[] {
  const { app, page } = navigation;
  return explain(caller.me?.session ?? null, page.access, {
    ...caller,
    app: app.id,
    params: asNumbers(navigation.params),
  });
}
