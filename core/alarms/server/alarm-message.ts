import { readFileSync } from 'node:fs';
import type { Kit } from '#platform/server/kit.ts';
import type { AlarmClass } from '../common/alarm.ts';
import type { Rule } from '../common/rule.ts';

type Locale = 'en' | 'ar';
export type ToldAlarm = {
  id: number;
  app: string;
  class: AlarmClass;
  kind: string;
  severity: Rule['severity'];
  sensor: string | null;
  value: number | null;
  firstAt: string;
  device: { id: number; name: string };
  structure: { id: number; name: string } | null;
};

type Names = { alarms?: Record<string, string>; values?: { severity?: Record<string, string> } };
const read = new Map<string, Names>();

/** The names of the slice's own locale, so that a mail says what the page says. */
function names(folder: string, locale: Locale): Names {
  const path = new URL(`../../../${folder}/locales/${locale}.json`, import.meta.url);
  let found = read.get(path.href);
  if (!found) {
    found = JSON.parse(readFileSync(path, 'utf8')) as Names;
    read.set(path.href, found);
  }
  return found;
}

const lines = {
  en: { at: 'at', measured: 'Measured', since: 'Since', open: 'Open the alarm' },
  ar: { at: 'في', measured: 'القيمة المقاسة', since: 'منذ', open: 'فتح الإنذار' },
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** What a person is told about an alarm, in their language and time zone. */
export function alarmMessage(
  kit: Kit,
  alarm: ToldAlarm,
  locale: Locale,
  timeZone: string,
): { subject: string; text: string; html: string } {
  const app = kit.apps.find((one) => one.id === alarm.app);
  const kind =
    names(`solutions/${alarm.app}`, locale).alarms?.[alarm.kind] ??
    names('core/alarms', locale).alarms?.[alarm.kind] ??
    alarm.kind;
  const severity = names('core/alarms', locale).values?.severity?.[alarm.severity] ?? alarm.severity;
  const words = lines[locale];
  const unit =
    kit.apps.flatMap((one) => one.sensorTypes ?? []).find((sensor) => sensor.key === alarm.sensor)?.unit ?? '';
  const place = alarm.structure ? ` ${words.at} ${alarm.structure.name}` : '';
  const since = new Intl.DateTimeFormat(locale === 'ar' ? 'ar-u-nu-latn' : 'en-GB', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  }).format(Date.parse(alarm.firstAt));
  const subject = `${severity}: ${kind} – ${alarm.device.name}${place}`;
  const url = `${kit.publicUrl}${app?.web ?? ''}/alarms/${alarm.class}?alarm=${alarm.id}`;
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
