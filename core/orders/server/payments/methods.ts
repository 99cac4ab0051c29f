import { currentSeller } from '#core/market/server/api.ts';
import { readableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { MethodOffer, paymentRoutes } from '../../common/payment.ts';
import { cardProvider } from './card-provider.ts';
import { creditDaysOf, hasOverdueBill } from './credit.ts';

/** Why a company cannot choose purchase orders; null if it can. */
export async function creditRefusal(tx: Tx, companyId: number): Promise<'no-credit' | 'bill-overdue' | null> {
  if ((await creditDaysOf(tx, companyId)) === 0) return 'no-credit';
  return (await hasOverdueBill(tx, companyId)) ? 'bill-overdue' : null;
}

const offer = (id: MethodOffer['id'], provider: string, name: string, why: MethodOffer['why']): MethodOffer => ({
  id,
  provider,
  name,
  enabled: why === null,
  why,
});

/** How orders of a company can be paid. Without a company purchase orders cannot be chosen. */
export async function methodsFor({
  tx,
  kit,
  actor,
  query,
}: Context<typeof paymentRoutes.methods>): Promise<MethodOffer[]> {
  const asked = query.companyId ?? actor.session.actingFor;
  const companyId = asked === null ? null : readableCompany(actor, asked);
  const cards = cardProvider(kit)?.name ?? null;
  const noCards = cards === null ? 'no-cards' : null;
  return [
    offer('card', cards ?? '', 'Card', noCards),
    offer('card-link', cards ?? '', 'Card by payment link', noCards),
    offer('transfer', 'offline', 'Bank transfer', (await currentSeller(tx)) ? null : 'no-bank-account'),
    offer(
      'purchase-order',
      'offline',
      'Purchase order',
      companyId === null ? 'no-credit' : await creditRefusal(tx, companyId),
    ),
  ];
}
