import { deviceAddress } from '#core/devices/common/device-address.ts';
import { siteAddress } from '#core/places/common/site-address.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import { appUrl } from '#platform/server/mail/app-url.ts';
import type { Mail } from '#platform/server/mail/mail.ts';
import { isolated, layoutMail, type MailLink } from '#platform/server/mail/mail-layout.ts';
import { type Alarm, severities } from '../../common/alarm.ts';
import { alarmAddress, subjectAddress } from '../../common/alarm-address.ts';
import type { AlarmNotification } from '../../common/alarm-notification.ts';
import { alarmName, type Locale, reasonText, severityName, subjectKind, timeIn } from '../lists/alarm-names.ts';
import { crossedLine, guidanceOf, type MessageTemplates, measuredLine, ruleMessage } from '../lists/limit-text.ts';

export type NotifiedAlarm = Pick<
  Alarm,
  | 'id'
  | 'app'
  | 'class'
  | 'kind'
  | 'names'
  | 'severity'
  | 'sensor'
  | 'value'
  | 'limit'
  | 'firstAt'
  | 'device'
  | 'subject'
> & {
  /** A party knows the name of the site only. */
  structure: { id: number | null; name: string } | null;
  message: MessageTemplates;
  guidance: MessageTemplates;
  /** The reason that was given when it was raised, if any. */
  raisedBecause?: string | null;
};

/** Why a person is notified of an alarm. */
export type Occasion = Pick<AlarmNotification, 'cause' | 'step'>;

const lines = {
  en: {
    at: 'at',
    measured: 'Measured',
    limit: 'Limit',
    since: 'Since',
    guidance: 'What to do',
    acknowledge: 'Acknowledge',
    open: 'Open the alarm',
    openAll: 'Open the alarms',
    site: 'Site',
    device: 'Device',
    many: (count: number) => `${count} new alarms`,
    mixed: (count: number) => `${count} messages about alarms`,
    more: 'Not listed here',
    cleared: (title: string) => `Condition cleared: ${title}`,
    escalation: (title: string, step: number) => `Escalation, step ${step}: ${title}`,
    repeat: (title: string) => `Reminder: ${title}`,
    'desk-moved': (title: string) => `Handed over to you: ${title}`,
    unanswered: (title: string) => `Nobody has taken it yet: ${title}`,
    released: (title: string) => `Back in the queue: ${title}`,
    why: (brand: string) => `You are receiving this email because a notification group of ${brand} names you.`,
  },
  ar: {
    at: 'في',
    measured: 'القيمة المقاسة',
    limit: 'الحد',
    since: 'منذ',
    guidance: 'ما العمل',
    acknowledge: 'تأكيد الاطلاع',
    open: 'فتح الإنذار',
    openAll: 'فتح الإنذارات',
    site: 'الموقع',
    device: 'الجهاز',
    many: (count: number) => `الإنذارات الجديدة: ${count}`,
    mixed: (count: number) => `رسائل عن الإنذارات: ${count}`,
    more: 'غير مدرج هنا',
    cleared: (title: string) => `زال السبب: ${title}`,
    escalation: (title: string, step: number) => `تصعيد، الخطوة ${step}: ${title}`,
    repeat: (title: string) => `تذكير: ${title}`,
    'desk-moved': (title: string) => `أُحيل إليكم: ${title}`,
    unanswered: (title: string) => `لم يتولَّه أحد بعد: ${title}`,
    released: (title: string) => `عاد إلى قائمة الانتظار: ${title}`,
    why: (brand: string) => `وصلتك هذه الرسالة لأنك عضو في مجموعة إشعارات في ${brand}.`,
  },
};

type Reader = { email: string; locale: Locale; timeZone: string };

/** What is wrong where, in one line. */
export function titleOf(
  app: AppManifest | undefined,
  alarm: Omit<NotifiedAlarm, 'message' | 'guidance'>,
  locale: Locale,
) {
  const { severity, subject, structure } = alarm;
  const place = structure ? ` ${lines[locale].at} ${isolated(structure.name)}` : '';
  return `${severityName(severity, locale)}: ${isolated(alarmName(app, alarm, locale))} – ${isolated(subject.name)}${place}`;
}

/** The title for the occasion on which a person is notified. */
export function alarmTitle(
  app: AppManifest | undefined,
  alarm: Omit<NotifiedAlarm, 'message' | 'guidance'> & Occasion,
  locale: Locale,
): string {
  const { cause, step } = alarm;
  const title = titleOf(app, alarm, locale);
  const texts = lines[locale];
  if (cause === 'escalation') return texts.escalation(title, step);
  return cause === 'raised' || cause === 'severity-raised' ? title : texts[cause](title);
}

/** The most alarms that one mail, and one push, lists by name. */
const mostListed = 20;
const mostPushed = 4;

const mostSevereFirst = <Listed extends NotifiedAlarm>(alarms: readonly Listed[]): Listed[] =>
  [...alarms].sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity));

const titleOfMany = (alarms: readonly Occasion[], locale: Locale): string => {
  const allNew = alarms.every(({ cause }) => cause === 'raised' || cause === 'severity-raised');
  return (allNew ? lines[locale].many : lines[locale].mixed)(alarms.length);
};

/** Many alarms in few words: their number, and the most severe ones as lines. */
export function alarmsText(kit: Kit, alarms: readonly (NotifiedAlarm & Occasion)[], locale: Locale) {
  const appOf = (wanted: string) => kit.apps.find(({ id }) => id === wanted);
  const listed = mostSevereFirst(alarms).slice(0, mostPushed);
  return {
    title: titleOfMany(alarms, locale),
    lines: listed.map((alarm) => alarmTitle(appOf(alarm.app), alarm, locale)),
  };
}

/**
 * One mail about many alarms, the most severe first. A text message has the subject alone.
 */
export function alarmsMessage(
  kit: Kit,
  alarms: readonly [NotifiedAlarm & Occasion, ...(NotifiedAlarm & Occasion)[]],
  { email: recipient, locale, timeZone }: Reader,
): Mail {
  const [{ app: appId, class: alarmClass }] = alarms;
  const appOf = (wanted: string) => kit.apps.find(({ id }) => id === wanted);
  const app = alarms.every((alarm) => alarm.app === appId) ? appOf(appId) : undefined;
  const texts = lines[locale];
  const listed = mostSevereFirst(alarms)
    .slice(0, mostListed)
    .map((alarm) => {
      const title = alarmTitle(appOf(alarm.app), alarm, locale);
      return `${title} (${timeIn(alarm.firstAt, locale, timeZone)})`;
    });
  if (alarms.length > mostListed) listed.push(`${texts.more}: ${alarms.length - mostListed}`);
  return layoutMail(kit, {
    recipient,
    locale,
    app,
    subject: titleOfMany(alarms, locale),
    text: [],
    lines: listed,
    button: {
      label: texts.openAll,
      url: appUrl(kit, app ?? appOf(appId), (found) => alarmAddress(found, alarmClass)),
    },
    why: texts.why,
  });
}

/** What was measured, the limit in words, and since when, each as a line. */
export function alarmFacts(
  kit: Kit,
  alarm: Omit<NotifiedAlarm, 'message' | 'guidance'>,
  { locale, timeZone }: Pick<Reader, 'locale' | 'timeZone'>,
): string[] {
  const texts = lines[locale];
  const crossed = crossedLine(kit, alarm, locale);
  const measured = measuredLine(kit, crossed === null ? alarm : { ...alarm, limit: null }, locale);
  return [
    ...(measured === null ? [] : [`${texts.measured}: ${measured}`]),
    ...(crossed === null ? [] : [`${texts.limit}: ${crossed}`]),
    `${texts.since}: ${timeIn(alarm.firstAt, locale, timeZone)}`,
  ];
}

/** The links to the pages of the site and of the subject of the alarm. */
export function placeLinks(
  kit: Kit,
  app: AppManifest | undefined,
  { structure, device, subject }: Pick<NotifiedAlarm, 'structure' | 'device' | 'subject'>,
  locale: Locale,
): MailLink[] {
  const texts = lines[locale];
  const isDevice = device !== null && subject.type === 'device';
  const page = app && (isDevice ? deviceAddress(app, device) : subjectAddress(app, subject));
  const kind = isDevice ? texts.device : subjectKind(app, subject.type, locale);
  return [
    ...(structure && structure.id !== null
      ? [
          {
            label: `${texts.site}: ${isolated(structure.name)}`,
            url: `${kit.publicUrl}${siteAddress(structure.id)}`,
          },
        ]
      : []),
    ...(page ? [{ label: `${kind}: ${isolated(subject.name)}`, url: `${kit.publicUrl}${page}` }] : []),
  ];
}

/**
 * The mail about an alarm, in the reader’s language and time zone; a text message has the subject alone. The link to
 * acknowledge opens the alarm and asks, because following a link must not change anything.
 */
export function alarmMessage(kit: Kit, alarm: NotifiedAlarm & Occasion, reader: Reader): Mail {
  const { email: recipient, locale } = reader;
  const app = kit.apps.find((app) => app.id === alarm.app);
  const texts = lines[locale];
  const subject = alarmTitle(app, alarm, locale);
  const message = ruleMessage(kit, alarm, alarm.message, locale);
  const cleared = alarm.cause === 'cleared';
  const reason = cleared ? null : reasonText(app, alarm.raisedBecause, locale);
  const guidance = cleared ? null : guidanceOf(kit, alarm, alarm.guidance, locale);
  const url = appUrl(kit, app, (found) => alarmAddress(found, alarm.class, alarm.id));
  const open = { label: texts.open, url };
  return layoutMail(kit, {
    recipient,
    locale,
    app,
    subject,
    text: [
      ...(message === null ? [] : [message]),
      ...(reason === null ? [] : [reason]),
      ...(guidance === null ? [] : [`${texts.guidance}: ${guidance}`]),
    ],
    lines: alarmFacts(kit, alarm, reader),
    button: cleared ? open : { label: texts.acknowledge, url: `${url}&do=acknowledge` },
    links: [...(cleared ? [] : [open]), ...placeLinks(kit, app, alarm, locale)],
    why: texts.why,
  });
}
