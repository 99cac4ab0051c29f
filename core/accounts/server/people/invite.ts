import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { AdminType } from '#platform/common/company-kinds.ts';
import type { Kit } from '#platform/server/kit.ts';
import { systemScope, type Tx } from '#platform/server/postgres/database.ts';
import type { Tables } from '#platform/server/tables.ts';
import { inviteSeconds } from '../../common/staff.ts';
import { accountMail, type Inviter } from '../messages/account-mails.ts';
import { mailStrangers } from '../messages/recipients.ts';
import { makeTokens } from '../sign-in/account-tokens.ts';
import { hashPassword } from '../sign-in/passwords.ts';

type Invited = Pick<Tables['users'], 'email' | 'firstName' | 'lastName' | 'phone' | 'role'> & {
  companyId: number | null;
  kind?: 'guest';
  adminType?: AdminType;
  locale: 'en' | 'ar';
  expiresAt: string | null;
};

export async function emailTaken(tx: Tx, email: string, asker: number | null = null): Promise<boolean> {
  const address = email.toLowerCase();
  await freeExpired(tx, address);
  // Its previous owner may revert the change for some days.
  const found = await sql`
    SELECT FROM users WHERE lower(email) = ${address}
    UNION ALL SELECT FROM account_token WHERE purpose = 'email-undo' AND user_id IS DISTINCT FROM ${asker} AND lower(address) = ${address} AND expires_at > now()`.execute(
    tx,
  );
  return found.rows.length > 0;
}

/** An expired invitation or sign-up does not block the address. */
export async function freeExpired(tx: Tx, address: string): Promise<void> {
  const found = await sql<{ id: number }>`
    SELECT u.id FROM users u
     WHERE lower(u.email) = ${address} AND u.status = 'inactive' AND NOT u.email_confirmed
       AND (SELECT max(l.expires_at) FROM (
              SELECT expires_at FROM account_token WHERE user_id = u.id AND purpose IN ('invite', 'verify')
              UNION ALL SELECT expires_at FROM sign_up WHERE user_id = u.id) l) < now() FOR UPDATE OF u`.execute(tx);
  for (const { id } of found.rows) await sql`SELECT remove_person(${id}, ${await unguessablePassword()})`.execute(tx);
}

/** A person whom somebody else enters: inactive until the mailed link sets a password. */
export async function invite(tx: Tx, kit: Kit, person: Invited): Promise<number> {
  const made = await tx
    .insertInto('users')
    .values({
      adminType: null,
      ...person,
      status: 'inactive',
      passwordHash: await unguessablePassword(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await mailInvitations(tx, kit, [made.id]);
  return made.id;
}

/** An unusable password: invited people set one first. */
export const unguessablePassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'));

/**
 * Mails each of these people a link to set a password, which replaces an older link. The mails count as those of the
 * inviter's company, because a company that somebody else has just created has sent none.
 */
export async function mailInvitations(tx: Tx, kit: Kit, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const people = await tx
    .selectFrom('users')
    .select(['id', 'kind', 'companyId', 'email', 'firstName', 'locale'])
    .where('id', 'in', ids)
    .execute();
  const tokens = await makeTokens(tx, ids, 'invite', inviteSeconds);
  const link = (id: number) => `${kit.publicUrl}/core/auth/reset-password#token=${tokens.get(id)}`;
  const companyId = people[0]?.companyId ?? null;
  const inviter = await inviterTo(tx, companyId);
  const mails = people.map((person) =>
    accountMail(kit, person.kind === 'guest' ? 'inviteGuest' : 'invite', person, link(person.id), inviter),
  );
  await mailStrangers(tx, systemScope, { from: (await companyOfInviter(tx)) ?? companyId, mails });
}

/** The company of the person of the transaction; null without one, and for people of the platform. */
async function companyOfInviter(tx: Tx): Promise<number | null> {
  const found = await sql<{ companyId: number | null }>`SELECT company_id FROM users WHERE id = rasid_user()`.execute(
    tx,
  );
  return found.rows[0]?.companyId ?? null;
}

/** The person of the transaction and the company to which they invite; undefined without both. */
async function inviterTo(tx: Tx, companyId: number | null): Promise<Inviter | undefined> {
  const found = await sql<Inviter>`
    SELECT person_name(rasid_user()) AS person, c.name AS company FROM company c
     WHERE c.id = ${companyId} AND person_name(rasid_user()) IS NOT NULL`.execute(tx);
  return found.rows[0];
}

/** Whether a person was invited and has not set a password yet. */
export async function isInvited(tx: Tx, userId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('accountToken')
    .where('userId', '=', userId)
    .where('purpose', '=', 'invite')
    .execute();
  return found.length > 0;
}
