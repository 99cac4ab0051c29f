import { sql } from 'kysely';
import type { CompanyType } from '#platform/common/company-kinds.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { fitsRequest, type RequestType } from '../../common/company-kinds.ts';
import { invitationDays } from '../../common/company-request.ts';
import { mailTokenHash } from '../sign-in/account-tokens.ts';

type Invitation = { id: number; email: string; type: RequestType; companyType: CompanyType; from: string };

/** The invitation that a token opens, while it is pending and not older than its days. */
export async function openInvitation(tx: Tx, token: string): Promise<Invitation | undefined> {
  const found = await sql<Invitation>`
    SELECT q.id, q.destination_email AS email, q.type, q.destination_type AS company_type, c.name AS "from"
      FROM company_request q JOIN company c ON c.id = q.sender_id
     WHERE q.invitation_hash = ${mailTokenHash(token)} AND q.status = 'pending' AND q.destination_id IS NULL AND q.created_at > now() - ${invitationDays} * interval '1 day'`.execute(
    tx,
  );
  return found.rows[0];
}

/** An address has at most one open invitation for the same purpose. */
export async function assertNotInvited(tx: Tx, senderId: number, email: string, type: RequestType): Promise<void> {
  const waiting = await tx
    .selectFrom('companyRequest')
    .select('id')
    .where('senderId', '=', senderId)
    .where(sql`lower(destination_email)`, '=', email.toLowerCase())
    .where('type', '=', type)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (waiting) throw refuse(409, 'already-requested');
}

type Waiting = { id: number; type: RequestType; senderType: CompanyType; companyType: CompanyType };

/**
 * Gives a company the requests that waited for the address of one of its administrators, once that address is
 * confirmed: those that an invitation would still open and that its kind of company can be asked for.
 */
export async function claimInvitations(tx: Tx, companyId: number, email: string): Promise<void> {
  const { rows } = await sql<Waiting>`
    SELECT q.id, q.type, s.type AS sender_type, c.type AS company_type
      FROM company_request q JOIN company s ON s.id = q.sender_id JOIN company c ON c.id = ${companyId}
     WHERE lower(q.destination_email) = ${email.toLowerCase()} AND q.destination_id IS NULL AND q.status = 'pending'
       AND q.created_at > now() - ${invitationDays} * interval '1 day' AND q.sender_id <> c.id
       AND NOT EXISTS (SELECT FROM company_request o WHERE o.sender_id = q.sender_id AND o.destination_id = c.id AND o.type = q.type AND o.status = 'pending')
       FOR UPDATE OF q`.execute(tx);
  const ids = rows.filter((one) => fitsRequest(one.type, one.senderType, one.companyType)).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx
    .updateTable('companyRequest')
    .set({ destinationId: companyId, invitationHash: null })
    .where('id', 'in', ids)
    .execute();
}
