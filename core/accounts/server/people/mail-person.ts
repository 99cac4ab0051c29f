import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type AccountMail, accountMail } from '../messages/account-mails.ts';
import { mailPeople } from '../messages/recipients.ts';

/** Notifies a person of a change to their account. Runs as the role that sees all rows. */
export async function mailPerson(
  tx: Tx,
  kit: Kit,
  id: number,
  kind: AccountMail,
  path = '/core/auth/sign-in',
): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select(['email', 'firstName', 'locale'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await mailPeople(tx, [accountMail(kit, kind, person, `${kit.publicUrl}${path}`)]);
}
