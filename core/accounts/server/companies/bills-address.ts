import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { sqlFromNow, sqlNow } from '#platform/server/postgres/values.ts';
import { tokenLifetimes } from '../../common/sign-up.ts';
import { accountMail } from '../messages/account-mails.ts';
import { mailPeople, mailStrangers } from '../messages/recipients.ts';
import { administratorsOf } from '../people/people.ts';
import { mailTokenHash } from '../sign-in/account-tokens.ts';

type Change = { companyId: number; before: string | null; email: string; locale: 'en' | 'ar' };

/**
 * Mails a link to the new address, which takes effect once the link is followed. The administrators and the previous
 * address are notified at once: payment mails must not be redirected unnoticed.
 */
export async function askForBillsAddress(
  tx: Tx,
  kit: Kit,
  { companyId, before, email, locale }: Change,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('billsAddressChange')
    .values({
      companyId,
      email,
      tokenHash: mailTokenHash(token),
      expiresAt: sqlFromNow(tokenLifetimes.verifySeconds, 'second'),
    })
    .onConflict((conflict) =>
      conflict.column('companyId').doUpdateSet((row) => ({
        email: row.ref('excluded.email'),
        tokenHash: row.ref('excluded.tokenHash'),
        expiresAt: row.ref('excluded.expiresAt'),
      })),
    )
    .execute();
  const mail = accountMail(
    kit,
    'billsAddress',
    { email, firstName: '', locale },
    `${kit.publicUrl}/core/auth/verify#token=${token}`,
  );
  await mailStrangers(tx, systemScope, { from: companyId, mails: [mail] });
  await mailAboutChange(tx, kit, { companyId, before, locale });
}

/** Notifies the administrators, and the address that has received the bills so far. */
export async function mailAboutChange(
  tx: Tx,
  kit: Kit,
  { companyId, before, locale }: Omit<Change, 'email'>,
): Promise<void> {
  const administrators = await administratorsOf(tx, companyId);
  const former = before === null ? [] : [{ email: before, firstName: '', locale }];
  const page = `${kit.publicUrl}/core/companies/profile/${companyId}`;
  await mailPeople(
    tx,
    [...administrators, ...former].map((reader) => accountMail(kit, 'billsAddressChanges', reader, page)),
  );
}

export async function pendingBillsAddress(tx: Tx, companyId: number): Promise<string | null> {
  const found = await tx
    .selectFrom('billsAddressChange')
    .select('email')
    .where('companyId', '=', companyId)
    .where('expiresAt', '>', sqlNow)
    .executeTakeFirst();
  return found?.email ?? null;
}

export async function dropBillsAddress(tx: Tx, companyId: number): Promise<void> {
  await tx.deleteFrom('billsAddressChange').where('companyId', '=', companyId).execute();
}

/** Makes the address of a link the one for bills. Null for a link that is not valid. */
export async function confirmBillsAddress(tx: Tx, token: string): Promise<string | null> {
  const taken = await sql<{ email: string }>`
    WITH taken AS (DELETE FROM bills_address_change WHERE token_hash = ${mailTokenHash(token)} AND expires_at > now() RETURNING company_id, email)
    UPDATE billing_profile b SET bills_email = taken.email FROM taken WHERE b.company_id = taken.company_id RETURNING taken.email`.execute(
    tx,
  );
  return taken.rows[0]?.email ?? null;
}
