import { type Alarm, severities } from '#core/alarms/common/alarm.ts';
import { alarmAddress } from '#core/alarms/common/alarm-address.ts';
import { alarmName, type Locale, severityName, timeIn } from '#core/alarms/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import { appUrl } from '#platform/server/mail/app-url.ts';
import type { Mail } from '#platform/server/mail/mail.ts';
import { layoutMail } from '#platform/server/mail/mail-layout.ts';

export type Digest = {
  name: string;
  app: string;
  from: string;
  until: string;
  /** The number of raised alarms by severity. */
  counts: Partial<Record<Alarm['severity'], number>>;
  /** The number of these that are still open. */
  open: number;
  /** The most severe and newest of these. */
  alarms: {
    kind: string;
    names: Alarm['names'];
    severity: Alarm['severity'];
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
    openLink: 'Open the alarms',
    why: (name: string) => (brand: string) =>
      `You are receiving this email because the schedule “${name}” of ${brand} names you.`,
    at: 'at',
  },
  ar: {
    alarms: 'الإنذارات',
    open: 'ما زال مفتوحًا',
    none: 'لم يُطلَق أي إنذار.',
    more: 'غير مدرج هنا',
    openLink: 'فتح الإنذارات',
    why: (name: string) => (brand: string) => `وصلتك هذه الرسالة لأن الجدول «${name}» في ${brand} يشملك.`,
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
  const texts = lines[locale];
  const app = kit.apps.find((app) => app.id === digest.app);
  const time = (instant: string) => timeIn(instant, locale, timeZone);
  const total = Object.values(digest.counts).reduce((sum, count) => sum + count, 0);
  const title = `${digest.name} – ${texts.alarms}: ${total}`;
  const period = `${time(digest.from)} – ${time(digest.until)}`;
  const facts = [
    ...[...severities]
      .reverse()
      .flatMap((severity) =>
        digest.counts[severity] ? [`${severityName(severity, locale)}: ${digest.counts[severity]}`] : [],
      ),
    ...(total > 0 ? [`${texts.open}: ${digest.open}`] : [texts.none]),
  ];
  const listed = digest.alarms.map(({ severity, subject, structure, raisedAt, ...alarm }) => {
    const place = structure ? ` ${texts.at} ${structure.name}` : '';
    return `${severityName(severity, locale)}: ${alarmName(app, alarm, locale)} – ${subject.name}${place} (${time(raisedAt)})`;
  });
  if (total > listed.length) listed.push(`${texts.more}: ${total - listed.length}`);
  const url = appUrl(kit, app, digestAddress);
  return layoutMail(kit, {
    recipient: reader.email,
    locale,
    app,
    subject: title,
    text: [period, facts.join('\n')],
    lines: listed,
    button: { label: texts.openLink, url },
    why: texts.why(digest.name),
  });
}

/** The address of the open alarms of the app's first class. */
const digestAddress = (app: AppManifest): string => alarmAddress(app, Object.keys(app.alarmClasses ?? {})[0] ?? '');
