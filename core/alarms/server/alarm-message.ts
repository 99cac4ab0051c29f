import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Mail } from '#platform/server/mail.ts';
import { layoutMail } from '#platform/server/mail-layout.ts';
import { type Alarm, severities } from '../common/alarm.ts';
import { alarmAddress } from '../common/alarm-address.ts';
import { alarmName, type Locale, severityName, timeIn } from './alarm-names.ts';
import { type MessageTemplates, measuredLine, messageOf } from './limit-text.ts';

export type NotifiedAlarm = Pick<
  Alarm,
  'id' | 'app' | 'class' | 'kind' | 'names' | 'severity' | 'sensor' | 'value' | 'limit' | 'firstAt' | 'structure'
> & { subject: { name: string }; message: MessageTemplates };

const lines = {
  en: {
    at: 'at',
    measured: 'Measured',
    since: 'Since',
    open: 'Open the alarm',
    openAll: 'Open the alarms',
    many: (count: number) => `${count} new alarms`,
    more: 'Not listed here',
    why: (brand: string) => `You get this mail because a notification group of ${brand} names you.`,
  },
  ar: {
    at: 'في',
    measured: 'القيمة المقاسة',
    since: 'منذ',
    open: 'فتح الإنذار',
    openAll: 'فتح الإنذارات',
    many: (count: number) => `الإنذارات الجديدة: ${count}`,
    more: 'غير مدرج هنا',
    why: (brand: string) => `وصلتك هذه الرسالة لأنك عضو في مجموعة إشعارات في ${brand}.`,
  },
};

type Reader = { email: string; locale: Locale; timeZone: string };

/** What is wrong where, in one line. */
function titleOf(app: AppManifest | undefined, alarm: NotifiedAlarm, locale: Locale) {
  const { severity, subject, structure } = alarm;
  const place = structure ? ` ${lines[locale].at} ${structure.name}` : '';
  return `${severityName(severity, locale)}: ${alarmName(app, alarm, locale)} – ${subject.name}${place}`;
}

/** The most alarms that one mail lists by name. */
const mostListed = 20;

/**
 * One mail about many alarms of an app and class that came together, the most severe first. A text message has the
 * subject alone.
 */
export function alarmsMessage(
  kit: Kit,
  alarms: readonly [NotifiedAlarm, ...NotifiedAlarm[]],
  { email: recipient, locale, timeZone }: Reader,
): Mail {
  const [{ app: appId, class: alarmClass }] = alarms;
  const app = kit.apps.find(({ id }) => id === appId);
  const texts = lines[locale];
  const sorted = [...alarms].sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity));
  const listed = sorted
    .slice(0, mostListed)
    .map((alarm) => `${titleOf(app, alarm, locale)} (${timeIn(alarm.firstAt, locale, timeZone)})`);
  if (alarms.length > mostListed) listed.push(`${texts.more}: ${alarms.length - mostListed}`);
  return layoutMail(kit, {
    recipient,
    locale,
    app,
    subject: texts.many(alarms.length),
    text: [],
    lines: listed,
    button: { label: texts.openAll, url: `${kit.publicUrl}${app ? alarmAddress(app, alarmClass) : ''}` },
    why: texts.why,
  });
}

/** The mail about an alarm, in the reader’s language and time zone; a text message has the subject alone. */
export function alarmMessage(kit: Kit, alarm: NotifiedAlarm, { email: recipient, locale, timeZone }: Reader): Mail {
  const app = kit.apps.find((app) => app.id === alarm.app);
  const texts = lines[locale];
  const since = timeIn(alarm.firstAt, locale, timeZone);
  const subject = titleOf(app, alarm, locale);
  const measured = measuredLine(kit, alarm, locale);
  const message = messageOf(kit, alarm, alarm.message, locale);
  const url = `${kit.publicUrl}${app ? alarmAddress(app, alarm.class, alarm.id) : ''}`;
  const facts = [...(measured === null ? [] : [`${texts.measured}: ${measured}`]), `${texts.since}: ${since}`];
  return layoutMail(kit, {
    recipient,
    locale,
    app,
    subject,
    text: message === null ? [] : [message],
    lines: facts,
    button: { label: texts.open, url },
    why: texts.why,
  });
}
