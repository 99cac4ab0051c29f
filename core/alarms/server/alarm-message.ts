import { sensorRegistry } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { alarmAddress } from '../common/alarm-address.ts';
import type { Rule } from '../common/rule.ts';
import { escaped, kindName, type Locale, severityName, timeIn } from './alarm-words.ts';

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
  en: { at: 'at', measured: 'Measured', since: 'Since', open: 'Open the alarm' },
  ar: { at: 'في', measured: 'القيمة المقاسة', since: 'منذ', open: 'فتح الإنذار' },
};

/** What a person is told about an alarm, in their language and time zone. */
export function alarmMessage(
  kit: Kit,
  alarm: NotifiedAlarm,
  locale: Locale,
  timeZone: string,
): { subject: string; text: string; html: string } {
  const app = kit.apps.find((one) => one.id === alarm.app);
  const kind = kindName(app, alarm.kind, locale);
  const severity = severityName(alarm.severity, locale);
  const words = lines[locale];
  const unit = alarm.sensor === null ? '' : (sensorRegistry(kit.apps).named(alarm.app, alarm.sensor)?.unit ?? '');
  const place = alarm.structure ? ` ${words.at} ${alarm.structure.name}` : '';
  const since = timeIn(alarm.firstAt, locale, timeZone);
  const subject = `${severity}: ${kind} – ${alarm.subject.name}${place}`;
  const url = `${kit.publicUrl}${app ? alarmAddress(app, alarm.class, alarm.id) : ''}`;
  const facts = [
    ...(alarm.value === null ? [] : [`${words.measured}: ${alarm.value} ${unit}`.trim()]),
    `${words.since}: ${since}`,
  ];
  return {
    subject,
    text: [subject, ...facts, '', `${words.open}: ${url}`].join('\n'),
    html: `<div dir="${locale === 'ar' ? 'rtl' : 'ltr'}" lang="${locale}"><p><strong>${escaped(subject)}</strong></p>${facts.map((fact) => `<p>${escaped(fact)}</p>`).join('')}<p><a href="${escaped(url)}">${words.open}</a></p></div>`,
  };
}
