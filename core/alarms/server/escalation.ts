import { activePerson, personNameOf } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { queueMail } from '#platform/server/mail.ts';
import { layoutMail } from '#platform/server/mail-layout.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import { alarmAddress } from '../common/alarm-address.ts';

type Person = { id: number; name: string };
type Escalated = { id: number; class: string; app: string; subjectName: string };

const texts = {
  en: {
    subject: (about: string) => `Alarm on ${about} has been escalated to you`,
    text: (about: string, name: string) => `${name} escalated an alarm on ${about} to you.`,
    quoted: (comment: string) => `“${comment}”`,
    button: 'Open the alarm',
    why: (brand: string) => `You get this mail because an alarm of ${brand} was given to you.`,
  },
  ar: {
    subject: (about: string) => `تم تصعيد إنذار من ${about} إليك`,
    text: (about: string, name: string) => `صُعِّد إليك إنذار من ${about} بواسطة ${name}.`,
    quoted: (comment: string) => `«${comment}»`,
    button: 'فتح الإنذار',
    why: (brand: string) => `وصلتك هذه الرسالة لأن إنذارًا في ${brand} أُسند إليك.`,
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
  const by = await personNameOf(tx, actor.scope.impersonatedBy ?? actor.session.user.id);
  const app = kit.apps.find((one) => one.id === alarm.app);
  const words = texts[person.locale];
  await queueMail(
    tx,
    layoutMail(kit, {
      app,
      recipient: person.email,
      locale: person.locale,
      subject: words.subject(alarm.subjectName),
      text: [words.text(alarm.subjectName, by ?? actor.email), ...(comment ? [words.quoted(comment)] : [])],
      button: {
        label: words.button,
        url: `${kit.publicUrl}${app ? alarmAddress(app, alarm.class, alarm.id) : ''}`,
      },
      why: words.why,
    }),
  );
  return { id: person.id, name: person.name };
}
