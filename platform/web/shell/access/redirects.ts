import type { DenialReason } from '#platform/common/access.ts';
import { addressOf } from '../routing/bind-pages.ts';
import { denialReasons, type Target, type Who } from './denial-reasons.ts';

export type Finding = {
  phone: boolean;
  /** What stands at an address of this build. */
  pageAt(address: string): Target | null;
};

/** Redirects that lead back to where they began are none. */
const mostInARow = 5;

/** The addresses that a page redirects to, in their order. */
export function redirectsOf({ app, page, params }: Target, who: Who): string[] {
  const known: Target['params'] = { ...params, me: String(who.me?.user.id) };
  return (page.redirects ?? []).map((path) =>
    addressOf(app, { path }).replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? ''),
  );
}

/** All that stands between a person and what a page shows or redirects to; of several ways one is enough. */
export function denialReasonsBehind(target: Target, finding: Finding, who: Who, left = mostInARow): DenialReason[] {
  const found = denialReasons(target, who);
  if (found.length > 0 || !target.page.redirects) return found;
  const ways = redirectsOf(target, who).map((one) => denialReasonsAt(one, finding, who, left - 1));
  return ways.some((way) => way.length === 0) ? [] : [{ kind: 'no-way', ways }];
}

function denialReasonsAt(address: string, finding: Finding, who: Who, left: number): DenialReason[] {
  const found = left > 0 ? finding.pageAt(address) : null;
  if (!found || (finding.phone && !found.page.mobile)) return [{ kind: 'no-way', ways: [] }];
  return denialReasonsBehind(found, finding, who, left);
}

/** The first of the addresses that exists and that the person may open. */
export const firstOpen = (addresses: readonly string[], finding: Finding, who: Who): string | undefined =>
  addresses.find((address) => denialReasonsAt(address, finding, who, mostInARow).length === 0);
