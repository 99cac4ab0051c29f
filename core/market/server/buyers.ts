import { readableCompany } from '#platform/server/company-access.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';

/**
 * Refuses companies that the caller does not act for, and those that an integrator serves: they buy from it. Source:
 * 2-market.md §1.
 */
export function assertMayBuy(actor: Actor, companyId: number): number {
  readableCompany(actor, companyId);
  const { user } = actor.session;
  if (companyId === user.companyId && user.providerTypes.includes('Integrator'))
    throw refuse(403, 'market-hidden', {}, '20010001');
  return companyId;
}
