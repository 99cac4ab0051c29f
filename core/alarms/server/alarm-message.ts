import { sensorRegistry } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Mail } from '#platform/server/mail.ts';
import { layoutMail } from '#platform/server/mail-layout.ts';
import { alarmAddress } from '../common/alarm-address.ts';
import type { Rule } from '../common/rule.ts';
import { kindName, type Locale, severityName, timeIn } from './alarm-names.ts';

export type NotifiedAlarm = {
  id: number;
  app: string;
  class: string;
  kind: string;
  severity: Rule['severity'];
  sensor: string | null;
  value: number | null;
  firstAt: string;
  subject: { name: string };
  structure: { id: number; name: string } | null;
};

const lines = {
  en: {
    at: 'at',
    measured: 'Measured',
    since: 'Since',
    open: 'Open the alarm',
    why: (brand: string) => `You get this mail because a notification group of ${brand} names you.`,
  },
  ar: {
    at: 'في',
    measured: 'القيمة المقاسة',
    since: 'منذ',
    open: 'فتح الإنذار',
    why: (brand: string) => `وصلتك هذه الرسالة لأنك عضو في مجموعة إشعارات في ${brand}.`,
  },
};

/** The mail about an alarm, in the reader’s language and time zone; a text message has the subject alone. */
export function alarmMessage(
  kit: Kit,
  alarm: NotifiedAlarm,
  { email: recipient, locale, timeZone }: { email: string; locale: Locale; timeZone: string },
): Mail {
  const app = kit.apps.find((app) => app.id === alarm.app);
  const kind = kindName(app, alarm.kind, locale);
  const severity = severityName(alarm.severity, locale);
  const texts = lines[locale];
  const unit = alarm.sensor === null ? '' : (sensorRegistry(kit.apps).named(alarm.app, alarm.sensor)?.unit ?? '');
  const place = alarm.structure ? ` ${texts.at} ${alarm.structure.name}` : '';
  const since = timeIn(alarm.firstAt, locale, timeZone);
  const subject = `${severity}: ${kind} – ${alarm.subject.name}${place}`;
  const url = `${kit.publicUrl}${app ? alarmAddress(app, alarm.class, alarm.id) : ''}`;
  const facts = [
    ...(alarm.value === null ? [] : [`${texts.measured}: ${alarm.value} ${unit}`.trim()]),
    `${texts.since}: ${since}`,
  ];
  return layoutMail(kit, {
    recipient,
    locale,
    app,
    subject,
    text: [],
    lines: facts,
    button: { label: texts.open, url },
    why: texts.why,
  });
}
