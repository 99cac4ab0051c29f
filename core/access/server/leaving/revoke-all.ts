import { type RawBuilder, sql } from 'kysely';
import { activePerson } from '#core/accounts/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { RevocationRow } from '../../common/revocation.ts';
import { endGrants } from '../grants/grant-machine.ts';
import { holderName } from '../grants/grant-rows.ts';

type Context = Pick<Emitting, 'tx' | 'kit'> & { actor: Pick<Emitting['actor'], 'scope'> };
type Taken = { id: number; companyId: number; app: string; name: string; grants: number; codes: number };

const texts = {
  en: {
    subject: (name: string) => `All access of ${name} has ended`,
    some: (codes: number) =>
      `Codes and cards that are being taken off their locks: ${codes}. The page shows which locks have confirmed it.`,
    none: 'No code or card of this person was on a lock.',
    button: 'Show the locks',
    why: (brand: string) => `You get this message because you ended the access of this person in ${brand}.`,
  },
  ar: {
    subject: (name: string) => `انتهت كل صلاحيات وصول ${name}`,
    some: (codes: number) =>
      `عدد الرموز والبطاقات التي تُزال الآن عن أقفالها: ${codes}. وتعرض الصفحة الأقفال التي أكدت ذلك.`,
    none: 'لم يكن لهذا الشخص رمز ولا بطاقة على أي قفل.',
    button: 'عرض الأقفال',
    why: (brand: string) => `وصلتك هذه الرسالة لأنك أنهيت وصول هذا الشخص في ${brand}.`,
  },
};

/** Notifies the person who ended access elsewhere in the product of the page about it. */
async function notifyInitiator({ tx, kit, actor }: Context, { id, companyId, app, name, codes }: Taken): Promise<void> {
  const person = actor.scope.userId === null ? undefined : await activePerson(tx, actor.scope.userId);
  const web = kit.apps.find((one) => one.id === app)?.web;
  if (!person || web === undefined) return;
  await sendNotice(tx, kit, {
    kind: 'access',
    people: [person],
    about: companyId,
    write: ({ locale }) => {
      const { subject, some, none, button, why } = texts[locale];
      return {
        subject: subject(name),
        text: [codes > 0 ? some(codes) : none],
        button: { label: button, url: `${kit.publicUrl}${web}/access-management/revocations/${id}` },
        why,
      };
    },
  });
}

/**
 * Ends all grants `g` that match the condition and have a holder, within the caller's transaction, and stores for each
 * holder what was revoked, so that it can be proven lock by lock and given back. The person who removes somebody is
 * notified.
 */
export async function revokeAll(
  context: Context,
  where: RawBuilder<unknown>,
  reason: RevocationRow['reason'],
): Promise<Taken[]> {
  const { tx, actor } = context;
  const by = actor.scope.userId;
  const made = await sql<{ id: number }>`
    INSERT INTO access_revocation (company_id, app, holder_id, reason, revoked_by)
    SELECT DISTINCT g.company_id, g.app, g.holder_id, ${reason}, ${by}::integer FROM access_grant g
     WHERE g.state <> 'ended' AND g.holder_id IS NOT NULL AND ${where} RETURNING id`.execute(tx);
  if (made.rows.length === 0) return [];
  const ended = await endGrants(tx, where, { reason, by });
  const ids = made.rows.map(({ id }) => id);
  const { rows } = await sql<Taken>`
    WITH taken AS (
      UPDATE access_grant g SET revocation_id = r.id FROM access_revocation r
       WHERE r.id = ANY (${ids}::integer[]) AND g.id = ANY (${ended}::integer[]) AND g.holder_id = r.holder_id AND g.app = r.app
      RETURNING g.id, r.id AS revocation_id)
    SELECT r.id, r.company_id, r.app, (SELECT ${holderName} FROM access_holder h WHERE h.id = r.holder_id) AS name,
           (SELECT count(*)::integer FROM taken t WHERE t.revocation_id = r.id) AS grants,
           (SELECT count(*)::integer FROM access_credential c JOIN taken t ON t.id = c.grant_id WHERE t.revocation_id = r.id AND c.sync = 'removing') AS codes
      FROM access_revocation r WHERE r.id = ANY (${ids}::integer[]) ORDER BY r.id`.execute(tx);
  if (reason === 'holder-left') for (const one of rows) await notifyInitiator(context, one);
  return rows;
}
