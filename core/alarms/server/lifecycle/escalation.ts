import { activePerson, contactsOf, mailPeople, personNameOf } from '#core/accounts/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { appUrl } from '#platform/server/mail/app-url.ts';
import { isolated, layoutMail } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { Alarm } from '../../common/alarm.ts';
import { alarmAddress } from '../../common/alarm-address.ts';
import { alarmFacts, placeLinks, titleOf } from '../messages/alarm-message.ts';

type Person = { id: number; name: string };
const texts = {
  en: {
    subject: (title: string) => `Escalated to you: ${title}`,
    text: (name: string) => `${isolated(name)} has escalated this alarm to you.`,
    quoted: (comment: string) => `“${comment}”`,
    button: 'Open the alarm',
    why: (brand: string) => `You are receiving this email because an alarm of ${brand} was given to you.`,
  },
  ar: {
    subject: (title: string) => `صُعِّد إليك: ${title}`,
    text: (name: string) => `صعّد ${isolated(name)} هذا الإنذار إليك.`,
    quoted: (comment: string) => `«${comment}»`,
    button: 'فتح الإنذار',
    why: (brand: string) => `وصلتك هذه الرسالة لأن إنذارًا في ${brand} أُسند إليك.`,
  },
};

/** Queues the mail to the responder, in the responder's language, in the same transaction. Refuses unknown people with 409. */
export async function escalateTo(
  tx: Tx,
  kit: Kit,
  alarm: Alarm,
  userId: number,
  actor: Actor,
  comment = '',
): Promise<Person> {
  const person = await activePerson(tx, userId);
  if (!person) throw refuse(409, 'user-not-found');
  const by = await personNameOf(tx, actor.scope.impersonatedBy ?? actor.session.user.id);
  const app = kit.apps.find((app) => app.id === alarm.app);
  const [contact] = await contactsOf(tx, [userId]);
  const { locale } = person;
  const personTexts = texts[locale];
  await mailPeople(tx, [
    layoutMail(kit, {
      app,
      recipient: person.email,
      locale,
      subject: personTexts.subject(titleOf(app, alarm, locale)),
      text: [personTexts.text(by ?? actor.email), ...(comment ? [personTexts.quoted(comment)] : [])],
      lines: alarmFacts(kit, alarm, { locale, timeZone: contact?.timeZone ?? 'UTC' }),
      button: {
        label: personTexts.button,
        url: appUrl(kit, app, (found) => alarmAddress(found, alarm.class, alarm.id)),
      },
      links: placeLinks(kit, app, alarm, locale),
      why: personTexts.why,
    }),
  ]);
  return { id: person.id, name: person.name };
}
