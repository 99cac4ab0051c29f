import type { DenialReason } from '#platform/common/access.ts';
import { addressOf } from '../routing/bind-pages.ts';
import { type Caller, denialReasons, type TargetPage } from './denial-reasons.ts';

export type PageLookup = {
  phone: boolean;
  /** The page at an address of this build. */
  pageAt(address: string): TargetPage | null;
};

/** The maximum length of a chain of redirects, which ends circles. */
const maxRedirects = 5;

/** The addresses that a page redirects to, in order. */
export function redirectsOf({ app, page, params }: TargetPage, caller: Caller): string[] {
  const known: TargetPage['params'] = { ...params, me: String(caller.me?.user.id) };
  return (page.redirects ?? []).map((path) =>
    addressOf(app, { path }).replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? ''),
  );
}

/** The reasons that deny a page, or all of the pages that it redirects to; empty when access is granted. */
export function denialReasonsOfTarget(
  target: TargetPage,
  lookup: PageLookup,
  caller: Caller,
  left = maxRedirects,
): DenialReason[] {
  const found = denialReasons(target, caller);
  if (found.length > 0 || !target.page.redirects) return found;
  const ways = redirectsOf(target, caller).map((one) => denialReasonsAt(one, lookup, caller, left - 1));
  return ways.some((way) => way.length === 0) ? [] : [{ kind: 'no-way', ways }];
}

function denialReasonsAt(address: string, lookup: PageLookup, caller: Caller, left: number): DenialReason[] {
  const found = left > 0 ? lookup.pageAt(address) : null;
  if (!found || (lookup.phone && !found.page.mobile)) return [{ kind: 'no-way', ways: [] }];
  return denialReasonsOfTarget(found, lookup, caller, left);
}

/** The first address that exists and that the person may open. */
export const firstAllowed = (addresses: readonly string[], lookup: PageLookup, caller: Caller): string | undefined =>
  addresses.find((address) => denialReasonsAt(address, lookup, caller, maxRedirects).length === 0);
