import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Mail } from '#platform/server/mail.ts';
import { severities } from '../common/alarm.ts';
import { alarmAddress } from '../common/alarm-address.ts';
import type { Rule } from '../common/rule.ts';
import { escaped, kindName, type Locale, severityName, timeIn } from './alarm-words.ts';

export type Digest = {
  name: string;
  app: string;
  from: string;
  until: string;
  /** How many were raised, by severity. */
  counts: Partial<Record<Rule['severity'], number>>;
  /** How many of them are still open. */
  open: number;
  /** The gravest and newest of them. */
  alarms: {
    kind: string;
    severity: Rule['severity'];
    raisedAt: string;
    subject: { name: string };
    structure: { name: string } | null;
  }[];
};

const lines = {
  en: {
    alarms: 'Alarms',
    open: 'Still open',
    none: 'No alarm was raised.',
    more: 'Not listed here',
    look: 'Open the alarms',
    at: 'at',
  },
  ar: {
    alarms: 'الإنذارات',
    open: 'ما زال مفتوحًا',
    none: 'لم يُطلَق أي إنذار.',
    more: 'غير مدرج هنا',
    look: 'فتح الإنذارات',
    at: 'في',
  },
};

/** The alarms since the last mail, in the reader's language and time zone. */
export function digestMail(
  kit: Kit,
  digest: Digest,
  reader: { email: string; locale: Locale; timeZone: string },
): Mail {
  const { locale, timeZone } = reader;
  const words = lines[locale];
  const app = kit.apps.find((one) => one.id === digest.app);
  const time = (instant: string) => timeIn(instant, locale, timeZone);
  const total = Object.values(digest.counts).reduce((sum, count) => sum + count, 0);
  const title = `${digest.name} – ${words.alarms}: ${total}`;
  const period = `${time(digest.from)} – ${time(digest.until)}`;
  const facts = [
    ...[...severities]
      .reverse()
      .flatMap((severity) =>
        digest.counts[severity] ? [`${severityName(severity, locale)}: ${digest.counts[severity]}`] : [],
      ),
    ...(total > 0 ? [`${words.open}: ${digest.open}`] : [words.none]),
  ];
  const listed = digest.alarms.map(({ severity, kind, subject, structure, raisedAt }) => {
    const place = structure ? ` ${words.at} ${structure.name}` : '';
    return `${severityName(severity, locale)}: ${kindName(app, kind, locale)} – ${subject.name}${place} (${time(raisedAt)})`;
  });
  if (total > listed.length) listed.push(`${words.more}: ${total - listed.length}`);
  const url = `${kit.publicUrl}${app ? digestAddress(app) : ''}`;
  const items = listed.map((line) => `<li>${escaped(line)}</li>`).join('');
  return {
    recipient: reader.email,
    subject: title,
    text: [title, period, '', ...facts, '', ...listed, '', `${words.look}: ${url}`].join('\n'),
    html: `<div dir="${locale === 'ar' ? 'rtl' : 'ltr'}" lang="${locale}"><p><strong>${escaped(title)}</strong><br>${period}</p><p>${facts.map(escaped).join('<br>')}</p><ul>${items}</ul><p><a href="${escaped(url)}">${words.look}</a></p></div>`,
  };
}

/** The list of the first class of alarms that the app declares. */
const digestAddress = (app: AppManifest): string => alarmAddress(app, Object.keys(app.alarmClasses ?? {})[0] ?? '');
