import { sql } from 'kysely';
import { emit } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { GuestBody, GuestSubject } from '../../common/guest.ts';
import { countryOfCompany } from '../companies/company-facts.ts';
import { emailTaken, invite, unguessablePassword } from '../people/invite.ts';
import { phoneToStore } from '../people/phone.ts';
import { inFuture } from '../people/staff/staff-changes.ts';
import { takenAddress } from '../people/taken-answers.ts';

type Inviting = Pick<Context, 'tx' | 'kit' | 'actor'>;

/** Refuses a role that the app does not declare for guests. */
export function assertGuestRole({ kit }: Pick<Context, 'kit'>, appId: string, role: string): void {
  const known = kit.apps.find(({ id }) => id === appId)?.guestRoles ?? [];
  if (!known.includes(role)) throw invalid('guestRole', 'invalid');
}

/** Gives a guest the role within the app. Runs as the role that sees all rows. */
export async function setGuestRole(
  tx: Tx,
  guest: { id: number; companyId: number },
  appId: string,
  role: string,
): Promise<void> {
  await tx
    .insertInto('userAppRole')
    .values({ userId: guest.id, companyId: guest.companyId, appId, role })
    .onConflict((conflict) => conflict.columns(['userId', 'appId']).doUpdateSet({ role }))
    .execute();
}

/** Replaces the records that a guest of the app is there for. Runs as the role that sees all rows. */
export async function setSubjects(
  tx: Tx,
  guest: { id: number; companyId: number },
  appId: string,
  subjects: readonly GuestSubject[],
): Promise<void> {
  const types = subjects.map(({ type }) => type);
  const ids = subjects.map(({ id }) => id);
  await sql`
    DELETE FROM guest_subject WHERE user_id = ${guest.id} AND app_id = ${appId}
       AND (subject_type, subject_id) NOT IN (SELECT * FROM unnest(${types}::text[], ${ids}::integer[]))`.execute(tx);
  await sql`
    INSERT INTO guest_subject (user_id, company_id, app_id, subject_type, subject_id)
    SELECT ${guest.id}, ${guest.companyId}, ${appId}, * FROM unnest(${types}::text[], ${ids}::integer[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** The guest of the company with this address, whose account a further role uses. */
async function knownGuest(tx: Tx, companyId: number, email: string): Promise<number | undefined> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('companyId', '=', companyId)
    .where('kind', '=', 'guest')
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return found?.id;
}

/**
 * Makes a person a guest of the app in the company, and mails an invitation unless the person is a guest of the company
 * already. One address has one account: somebody who works for a company, or is a guest of another one, needs a further
 * address or a signed link. Returns the id of the guest.
 */
export async function inviteGuest(
  { tx, kit, actor }: Inviting,
  { companyId, app, ...body }: GuestBody & { companyId: number; app: string },
): Promise<number> {
  assertGuestRole({ kit }, app, body.guestRole);
  inFuture('expiresAt', body.expiresAt);
  return bypassRls(tx, actor.scope, async () => {
    const id = (await knownGuest(tx, companyId, body.email)) ?? (await invited());
    await setGuestRole(tx, { id, companyId }, app, body.guestRole);
    await setSubjects(tx, { id, companyId }, app, body.subjects ?? []);
    return id;
  });

  async function invited(): Promise<number> {
    if (await emailTaken(tx, body.email))
      throw await takenAddress(tx, kit, actor.session.user.companyId, { companyId });
    const { email, firstName, lastName, locale = actor.locale, expiresAt = null, phone = null } = body;
    return invite(tx, kit, {
      kind: 'guest',
      role: 'Viewer',
      companyId,
      email,
      firstName,
      lastName,
      locale,
      expiresAt,
      phone: await phoneToStore(tx, phone, await countryOfCompany(tx, companyId)),
    });
  }
}

/** Ends the role of a guest within the app; the account and its sessions end with the last role. */
export async function endGuest(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>,
  { id, companyId, app }: { id: number; companyId: number; app: string },
): Promise<void> {
  const { tx, actor } = context;
  await bypassRls(tx, actor.scope, async () => {
    // Two roles that end at once must not each leave the account to the other.
    const guest = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('companyId', '=', companyId)
      .where('kind', '=', 'guest')
      .forUpdate()
      .executeTakeFirst();
    if (!guest) return;
    await setSubjects(tx, { id, companyId }, app, []);
    await tx.deleteFrom('userAppRole').where('userId', '=', id).where('appId', '=', app).execute();
    const left = await tx.selectFrom('userAppRole').select('appId').where('userId', '=', id).executeTakeFirst();
    if (left) return;
    await sql`SELECT remove_person(${id}, ${await unguessablePassword()})`.execute(tx);
    await emit(context, 'user.left', { id });
  });
}
