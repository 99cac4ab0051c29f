import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { queueMail } from '#platform/server/mail.ts';
import type { Tables } from '#platform/server/tables.ts';
import { inviteSeconds } from '../common/staff.ts';
import { accountMail } from './account-mails.ts';
import { makeToken } from './account-tokens.ts';
import { hashPassword } from './passwords.ts';

type Invited = Pick<Tables['users'], 'email' | 'firstName' | 'lastName' | 'phone' | 'role' | 'fleetRole'> & {
  companyId: number;
  locale: 'en' | 'ar';
  expiresAt: string | null;
};

export async function emailTaken(tx: Tx, email: string): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return found !== undefined;
}

/** A person whom somebody else enters: inactive until the mailed link sets a password. */
export async function invite(tx: Tx, kit: Kit, person: Invited): Promise<number> {
  const made = await tx
    .insertInto('users')
    .values({
      ...person,
      adminType: null,
      status: 'inactive',
      passwordHash: await hashPassword(randomBytes(32).toString('base64url')),
    })
    .returning(['id', 'email', 'firstName', 'locale'])
    .executeTakeFirstOrThrow();
  await mailInvitation(tx, kit, made);
  return made.id;
}

export async function mailInvitation(
  tx: Tx,
  kit: Kit,
  person: { id: number; email: string; firstName: string; locale: 'en' | 'ar' },
): Promise<void> {
  const token = await makeToken(tx, person.id, 'invite', inviteSeconds);
  await queueMail(tx, accountMail('invite', person, `${kit.publicUrl}/core/auth/reset-password?token=${token}`));
}

/** Whether a person was invited and has not set a password yet. */
export async function isInvited(tx: Tx, userId: number): Promise<boolean> {
  const found = await sql`SELECT FROM account_token WHERE user_id = ${userId} AND purpose = 'invite'`.execute(tx);
  return found.rows.length > 0;
}
