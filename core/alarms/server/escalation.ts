import { activePerson, personNameOf } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { queueMail } from '#platform/server/mail.ts';
import { layoutMail } from '#platform/server/mail-layout.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import { alarmAddress } from '../common/alarm-address.ts';

type Person = { id: number; name: string };
type EscalatedAlarm = { id: number; class: string; app: string; subjectName: string };

const texts = {
  en: {
    subject: (subject: string) => `Alarm on ${subject} has been escalated to you`,
    text: (subject: string, name: string) => `${name} escalated an alarm on ${subject} to you.`,
    quoted: (comment: string) => `“${comment}”`,
    button: 'Open the alarm',
    why: (brand: string) => `You get this mail because an alarm of ${brand} was given to you.`,
  },
  ar: {
    subject: (subject: string) => `تم تصعيد إنذار من ${subject} إليك`,
    text: (subject: string, name: string) => `صُعِّد إليك إنذار من ${subject} بواسطة ${name}.`,
    quoted: (comment: string) => `«${comment}»`,
    button: 'فتح الإنذار',
    why: (brand: string) => `وصلتك هذه الرسالة لأن إنذارًا في ${brand} أُسند إليك.`,
  },
};

/** Queues the mail to the responder, in the responder's language, in the same transaction. Refuses unknown people with 409. */
export async function escalateTo(
  tx: Tx,
  kit: Kit,
  alarm: EscalatedAlarm,
  userId: number,
  actor: Actor,
  comment = '',
): Promise<Person> {
  const person = await activePerson(tx, userId);
  if (!person) throw refuse(409, 'user-not-found');
  const by = await personNameOf(tx, actor.scope.impersonatedBy ?? actor.session.user.id);
  const app = kit.apps.find((app) => app.id === alarm.app);
  const personTexts = texts[person.locale];
  await queueMail(
    tx,
    layoutMail(kit, {
      app,
      recipient: person.email,
      locale: person.locale,
      subject: personTexts.subject(alarm.subjectName),
      text: [personTexts.text(alarm.subjectName, by ?? actor.email), ...(comment ? [personTexts.quoted(comment)] : [])],
      button: {
        label: personTexts.button,
        url: `${kit.publicUrl}${app ? alarmAddress(app, alarm.class, alarm.id) : ''}`,
      },
      why: personTexts.why,
    }),
  );
  return { id: person.id, name: person.name };
}
