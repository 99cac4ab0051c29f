import { sql } from 'kysely';
import { type CompanyType, providerTypes } from '#platform/common/company-kinds.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { CompanyRequest } from '../../common/company-request.ts';
import { allowedRequestSteps } from './request-states.ts';

type Stored = Omit<CompanyRequest, 'company' | 'direction' | 'side' | 'allowed'> & {
  senderId: number;
  destinationId: number | null;
  providerId: number | null;
  otherId: number | null;
  otherName: string | null;
  otherType: CompanyType | null;
  related: boolean;
};

/** Requests as one of the two companies sees them. Runs as the role that sees all rows. */
export async function companyRequests(tx: Tx, companyId: number, ids: readonly number[]): Promise<CompanyRequest[]> {
  const found = await sql<Stored>`
    SELECT q.id, q.type, q.status, q.sender_id, q.destination_id, q.destination_email, q.message, q.reason, q.created_at, q.decided_at,
           coalesce(r.contract_from, q.contract_from) AS contract_from, coalesce(r.contract_to, q.contract_to) AS contract_to,
           CASE WHEN r.id IS NULL THEN q.contract_abilities ELSE r.contract_abilities END AS contract_abilities,
           CASE WHEN r.id IS NULL THEN q.contract_resources ELSE r.contract_resources END AS contract_resources,
           r.contract_status, q.answered_at, q.decided_elsewhere, o.id AS other_id, o.name AS other_name, o.type AS other_type,
           -- What asks for an engagement says who is to provide; other requests are about a relation that stands.
           coalesce(r.provider_id, CASE WHEN q.type NOT IN ('ProviderEngagement', 'ClientEngagement') THEN (
             SELECT e.provider_id FROM company_relation e WHERE e.status = 'engaged'
                AND ((e.provider_id = q.sender_id AND e.client_id = q.destination_id) OR (e.provider_id = q.destination_id AND e.client_id = q.sender_id))
              ORDER BY e.id LIMIT 1) END) AS provider_id,
           EXISTS (SELECT FROM company_relation e WHERE (e.provider_id = q.sender_id AND e.client_id = q.destination_id)
             OR (e.provider_id = q.destination_id AND e.client_id = q.sender_id)) AS related
      FROM company_request q
      LEFT JOIN company_relation r ON r.id = q.relation_id
      LEFT JOIN company o ON o.id = CASE WHEN q.sender_id = ${companyId} THEN q.destination_id ELSE q.sender_id END
     WHERE q.id = ANY (${ids}::integer[]) AND (q.sender_id = ${companyId} OR q.destination_id = ${companyId})`.execute(
    tx,
  );
  return found.rows.map((row) => {
    const sent = row.senderId === companyId;
    const asksForClient = row.type === 'ClientEngagement';
    const provides = row.providerId === null ? asksForClient === sent : row.providerId === companyId;
    const named = row.otherId !== null && (!sent || isDisclosed(row));
    const {
      senderId: _s,
      destinationId: _d,
      providerId: _p,
      otherId,
      otherName,
      otherType,
      related: _r,
      ...rest
    } = row;
    return {
      ...rest,
      destinationEmail: sent ? row.destinationEmail : null,
      direction: sent ? 'sent' : 'received',
      side: provides ? 'client' : 'provider',
      company: named ? { id: otherId as number, name: otherName as string, type: otherType as CompanyType } : null,
      allowed: allowedRequestSteps(row, sent ? 'sender' : 'destination'),
    };
  });
}

/**
 * Whether the sender may see which company it has asked. The owner of an address or a number is disclosed only by that
 * company's answer; providers are public.
 */
function isDisclosed({ status, answeredAt, destinationEmail, otherType, related }: Stored): boolean {
  if (answeredAt !== null || related || (status !== 'pending' && status !== 'cancelled')) return true;
  return destinationEmail === null && providerTypes.includes(otherType as CompanyType);
}

export async function companyRequest(tx: Tx, companyId: number, id: number): Promise<CompanyRequest> {
  const [found] = await companyRequests(tx, companyId, [id]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}
