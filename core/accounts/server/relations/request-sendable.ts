import { sql } from 'kysely';
import type { CompanyType } from '#platform/common/company-kinds.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { RequestType } from '../../common/company-kinds.ts';
import { requestsPerDay, requestsToOnePerDay } from '../../common/company-request.ts';
import { assertContractPeriod, assertContractPlaces, type ContractTerms } from './contract-terms.ts';
import { relationBetween } from './relation-rows.ts';
import { isEngagement } from './request-states.ts';

/** Each request is an unsolicited mail, so a company can send only a limited number per day. */
export async function assertWithinMeasure(tx: Tx, senderId: number, destinationId: number | null): Promise<void> {
  const found = await sql<{ sent: number; same: number }>`
    SELECT count(*)::integer AS sent, count(*) FILTER (WHERE destination_id = ${destinationId})::integer AS same
      FROM company_request WHERE sender_id = ${senderId} AND created_at > now() - interval '1 day'`.execute(tx);
  const { sent = 0, same = 0 } = found.rows[0] ?? {};
  if (sent >= requestsPerDay) throw refuse(429, 'request-quota', { count: requestsPerDay });
  if (same >= requestsToOnePerDay) throw refuse(429, 'asked-often');
}

/** The preconditions of sending a request. */
export async function assertSendable(
  tx: Tx,
  type: RequestType,
  sender: { id: number; type: CompanyType },
  destination: { id: number; type: CompanyType } | null,
  terms: ContractTerms,
): Promise<void> {
  await assertWithinMeasure(tx, sender.id, destination?.id ?? null);
  assertContractPeriod(terms.contractFrom ?? null, terms.contractTo ?? null);
  assertContractPlaces(terms);
  if (type === 'RenewContract' && !terms.contractTo) throw invalid('contractTo', 'Required');
  if (destination?.id === sender.id) throw refuse(422, 'own-company');
  const relation = destination ? await relationBetween(tx, sender.id, destination.id) : undefined;
  if (isEngagement(type)) {
    if (relation) throw refuse(409, 'already-engaged');
  } else if (!relation) throw refuse(409, 'no-relation');
  if (type === 'Device' && relation?.clientId !== sender.id) throw refuse(422, 'devices-come-from-providers');
  if (!destination) return;
  const waiting = await tx
    .selectFrom('companyRequest')
    .select('id')
    .where('status', '=', 'pending')
    .where('type', '=', type)
    .where((some) =>
      some.or([
        some.and({ senderId: sender.id, destinationId: destination.id }),
        some.and({ senderId: destination.id, destinationId: sender.id }),
      ]),
    )
    .executeTakeFirst();
  if (waiting) throw refuse(409, 'already-requested');
}
