import type { DenialReason } from '#platform/common/access.ts';
import { pageAddress } from '../routing/bind-pages.ts';
import { type AccessSubject, denialReasons, type TargetPage } from './denial-reasons.ts';

export type PageLookup = {
  phone: boolean;
  /** The page at an address of this build. */
  pageAt(address: string): TargetPage | null;
};

/** The maximum length of a chain of redirects, which ends circles. */
const maxRedirects = 5;

/** The addresses that a page redirects to, in order. */
export function redirectsOf({ app, page, params }: TargetPage, caller: AccessSubject): string[] {
  const values: TargetPage['params'] = { ...params, me: String(caller.me?.user.id) };
  return (page.redirects ?? []).map((path) =>
    pageAddress(app, { path }).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  );
}

/** The reasons that deny a page, or all of the pages that it redirects to; empty when access is granted. */
export function denialReasonsOfTarget(
  target: TargetPage,
  lookup: PageLookup,
  caller: AccessSubject,
  redirectsLeft = maxRedirects,
): DenialReason[] {
  const reasons = denialReasons(target, caller);
  if (reasons.length > 0 || !target.page.redirects) return reasons;
  const ways = redirectsOf(target, caller).map((one) => denialReasonsAt(one, lookup, caller, redirectsLeft - 1));
  return ways.some((way) => way.length === 0) ? [] : [{ kind: 'no-way', ways }];
}

function denialReasonsAt(
  address: string,
  lookup: PageLookup,
  caller: AccessSubject,
  redirectsLeft: number,
): DenialReason[] {
  const reasons = redirectsLeft > 0 ? lookup.pageAt(address) : null;
  if (!reasons || (lookup.phone && !reasons.page.mobile)) return [{ kind: 'no-way', ways: [] }];
  return denialReasonsOfTarget(reasons, lookup, caller, redirectsLeft);
}

/** The first address that exists and that the person may open. */
export const firstAllowed = (
  addresses: readonly string[],
  lookup: PageLookup,
  caller: AccessSubject,
): string | undefined =>
  addresses.find((address) => denialReasonsAt(address, lookup, caller, maxRedirects).length === 0);
