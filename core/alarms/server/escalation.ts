import { sql } from 'kysely';
import type { ListQuery } from '#platform/common/list.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { queueMail } from '#platform/server/mail.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Actor, ListPage } from '#platform/server/serve.ts';

type Person = { id: number; name: string };
type Escalated = { id: number; companyId: number; kind: string; deviceId: number; app: string };

/** Active people of the companies that the caller acts for. */
export async function responders(tx: Tx, actor: Actor, list: ListQuery): Promise<ListPage<Person>> {
  const { ids, totalRecords } = await findIds(tx, {
    table: 'users',
    spec: { search: ['name'], defaultSort: ['firstName', 'asc'] },
    query: list,
    scope: actor.scope,
    where: [sql`t.status = 'active'`],
  });
  const found = await sql<Person>`SELECT id, first_name || ' ' || last_name AS name FROM users WHERE id = ANY (${ids}::integer[]) ORDER BY first_name, id`.execute(tx);
  return { data: found.rows, totalRecords };
}

const texts = {
  en: (device: string, name: string, url: string, comment: string) => ({
    subject: `Alarm on ${device} has been escalated to you`,
    text: `${name} escalated an alarm on ${device} to you.${comment ? `\n\n“${comment}”` : ''}\n\n${url}`,
  }),
  ar: (device: string, name: string, url: string, comment: string) => ({
    subject: `تم تصعيد إنذار من ${device} إليك`,
    text: `قام ${name} بتصعيد إنذار من ${device} إليك.${comment ? `\n\n«${comment}»` : ''}\n\n${url}`,
  }),
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Finds the person in the alarm's company and puts the mail, in that person's language, into the same transaction. */
export async function escalateTo(tx: Tx, kit: Kit, alarm: Escalated, userId: number, actor: Actor, comment = ''): Promise<Person> {
  const found = await sql<Person & { email: string; locale: 'en' | 'ar'; device: string; actor: string | null }>`
    SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.email, u.locale, d.name AS device,
           (SELECT a.first_name || ' ' || a.last_name FROM users a WHERE a.id = ${actor.session.user.id}) AS actor
      FROM users u, device d
     WHERE u.id = ${userId} AND u.status = 'active' AND d.id = ${alarm.deviceId}`.execute(tx);
  const person = found.rows[0];
  if (!person) throw refuse(409, 'user-not-found');
  const app = kit.apps.find((one) => one.id === alarm.app);
  const mail = texts[person.locale](person.device, person.actor ?? actor.email, `${kit.publicUrl}${app?.web ?? ''}/alarms/operational?alarm=${alarm.id}`, comment);
  const direction = person.locale === 'ar' ? 'rtl' : 'ltr';
  await queueMail(tx, { recipient: person.email, ...mail, html: `<div dir="${direction}">${escaped(mail.text).replaceAll('\n', '<br>')}</div>` });
  return { id: person.id, name: person.name };
}
