import { activePerson, personNameOf } from '#core/accounts/server/api.ts';
import { deviceName } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { queueMail } from '#platform/server/mail.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';

type Person = { id: number; name: string };
type Escalated = { id: number; companyId: number; kind: string; deviceId: number; app: string };

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
export async function escalateTo(
  tx: Tx,
  kit: Kit,
  alarm: Escalated,
  userId: number,
  actor: Actor,
  comment = '',
): Promise<Person> {
  const person = await activePerson(tx, userId);
  if (!person) throw refuse(409, 'user-not-found');
  const by = await personNameOf(tx, actor.scope.openedBy ?? actor.session.user.id);
  const device = await deviceName(tx, alarm.deviceId);
  const app = kit.apps.find((one) => one.id === alarm.app);
  const mail = texts[person.locale](
    device,
    by ?? actor.email,
    `${kit.publicUrl}${app?.web ?? ''}/alarms/operational?alarm=${alarm.id}`,
    comment,
  );
  const direction = person.locale === 'ar' ? 'rtl' : 'ltr';
  await queueMail(tx, {
    recipient: person.email,
    ...mail,
    html: `<div dir="${direction}">${escaped(mail.text).replaceAll('\n', '<br>')}</div>`,
  });
  return { id: person.id, name: person.name };
}
