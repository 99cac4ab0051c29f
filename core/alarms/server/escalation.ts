import { activePerson, linkMail, personNameOf } from '#core/accounts/server/api.ts';
import { deviceName } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { queueMail } from '#platform/server/mail.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';

type Person = { id: number; name: string };
type Escalated = { id: number; companyId: number; kind: string; deviceId: number; app: string };

const texts = {
  en: {
    subject: (device: string) => `Alarm on ${device} has been escalated to you`,
    text: (device: string, name: string) => `${name} escalated an alarm on ${device} to you.`,
    quoted: (comment: string) => `“${comment}”`,
    button: 'Open the alarm',
  },
  ar: {
    subject: (device: string) => `تم تصعيد إنذار من ${device} إليك`,
    text: (device: string, name: string) => `صُعِّد إليك إنذار من ${device} بواسطة ${name}.`,
    quoted: (comment: string) => `«${comment}»`,
    button: 'فتح الإنذار',
  },
};

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
  const words = texts[person.locale];
  await queueMail(
    tx,
    linkMail({
      recipient: person.email,
      locale: person.locale,
      subject: words.subject(device),
      text: [words.text(device, by ?? actor.email), comment && words.quoted(comment)].filter(Boolean).join('\n\n'),
      button: words.button,
      url: `${kit.publicUrl}${app?.web ?? ''}/alarms/operational?alarm=${alarm.id}`,
    }),
  );
  return { id: person.id, name: person.name };
}
