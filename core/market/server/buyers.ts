import { runningProviders } from '#core/accounts/server/api.ts';
import { readableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';

/**
 * Refuses companies that the caller does not act for, and clients of an integrator: they buy from the integrator, which
 * buys for itself.
 */
export async function assertMayBuy(tx: Tx, actor: Actor, companyId: number): Promise<number> {
  readableCompany(actor, companyId);
  const { user } = actor.session;
  if (user.adminType !== null) return companyId;
  const served =
    companyId === user.companyId
      ? user.providerTypes.includes('Integrator')
      : (await runningProviders(tx, actor.scope, companyId)).some(({ type }) => type === 'Integrator');
  if (served) throw refuse(403, 'market-hidden', {}, '20010001');
  return companyId;
}
