import type { PersonContact } from '#core/accounts/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { usualAddress } from '#platform/common/pages/placed-pages.ts';
import type { Kit } from '#platform/server/kit.ts';
import { brandName, isolated, type MailLink } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { allTokensPath, tokensPath } from '../common/token-pages.ts';

/** A subscription that ends; `days` is the reminder that is due: 0 for one that has ended. */
export type EndingToken = { companyId: number; app: string; device: string; expirationAt: string; days: number };

type Plurals = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
type Texts = {
  ends: Plurals;
  ended: Plurals;
  text: Record<'owner' | 'provider', string>;
  more: Plurals;
  button(app: string): string;
  all: string;
  why: Record<'owner' | 'provider', (brand: string) => string>;
};

const texts: Record<'en' | 'ar', Texts> = {
  en: {
    ends: {
      one: '{count} subscription ends within {days} days',
      other: '{count} subscriptions end within {days} days',
    },
    ended: { one: '{count} subscription has ended', other: '{count} subscriptions have ended' },
    text: {
      owner: 'Without a subscription the readings of a device are stored, but not shown, and it raises no alarms.',
      provider: 'Without a subscription your clients see no readings of these devices. You can renew from your stock.',
    },
    more: { one: 'and {count} more', other: 'and {count} more' },
    button: (app) => `Subscriptions in ${app}`,
    all: 'Open the subscriptions',
    why: {
      owner: (brand) =>
        `You are receiving this email because you administer a company that uses devices with ${brand}.`,
      provider: (brand) => `You are receiving this email because your company serves these clients with ${brand}.`,
    },
  },
  ar: {
    ends: {
      zero: 'لا اشتراكات تنتهي خلال {days} يومًا',
      one: 'اشتراك واحد ينتهي خلال {days} يومًا',
      two: 'اشتراكان ينتهيان خلال {days} يومًا',
      few: '{count} اشتراكات تنتهي خلال {days} يومًا',
      many: '{count} اشتراكًا تنتهي خلال {days} يومًا',
      other: '{count} اشتراك تنتهي خلال {days} يومًا',
    },
    ended: {
      zero: 'لم ينتهِ أي اشتراك',
      one: 'انتهى اشتراك واحد',
      two: 'انتهى اشتراكان',
      few: 'انتهت {count} اشتراكات',
      many: 'انتهى {count} اشتراكًا',
      other: 'انتهى {count} اشتراك',
    },
    text: {
      owner: 'تُحفظ قراءات الجهاز بلا اشتراك لكنها لا تُعرض، ولا تصدر عنه إنذارات.',
      provider: 'لا يرى عملاؤكم قراءات هذه الأجهزة بلا اشتراك. يمكنكم التجديد من مخزونكم.',
    },
    more: {
      one: 'واشتراك واحد آخر',
      two: 'واشتراكان آخران',
      few: 'و{count} اشتراكات أخرى',
      many: 'و{count} اشتراكًا آخر',
      other: 'و{count} اشتراك آخر',
    },
    button: (app) => `الاشتراكات في ${app}`,
    all: 'فتح الاشتراكات',
    why: {
      owner: (brand) => `وصلتك هذه الرسالة لأنك مسؤول عن شركة تستخدم أجهزة مع ${brand}.`,
      provider: (brand) => `وصلتك هذه الرسالة لأن شركتك تخدم هؤلاء العملاء مع ${brand}.`,
    },
  },
};

const linesShown = 50;

const plural = (locale: 'en' | 'ar', forms: Plurals, count: number): string =>
  (forms[new Intl.PluralRules(locale).select(count)] ?? forms.other).replace('{count}', String(count));

/** Arabic counts the days of a subject by the number before them: 7 أيام, 30 يومًا. */
const daysIn = (locale: 'en' | 'ar', subject: string, days: number): string => {
  if (days === 1)
    return subject.replace(locale === 'ar' ? '{days} يومًا' : '{days} days', locale === 'ar' ? 'يوم' : 'a day');
  const text = subject.replace('{days}', String(days));
  return locale === 'ar' && days <= 10 ? text.replace('يومًا', 'أيام') : text;
};

function subjectOf(locale: 'en' | 'ar', tokens: readonly EndingToken[]): string {
  const days = Math.max(...tokens.map((token) => token.days));
  const { ends, ended } = texts[locale];
  return days === 0 ? plural(locale, ended, tokens.length) : daysIn(locale, plural(locale, ends, tokens.length), days);
}

/** One line for each subscription: the day on which it ends, its device and its app. */
function linesOf(kit: Kit, { locale, timeZone }: PersonContact, tokens: readonly EndingToken[]): string[] {
  const day = new Intl.DateTimeFormat(locale === 'ar' ? 'ar-AE-u-nu-latn' : 'en-GB', { dateStyle: 'long', timeZone });
  const lines = tokens.slice(0, linesShown).map(({ app, device, expirationAt }) => {
    const brand = brandName(kit, locale, appOf(kit, app));
    return `${day.format(new Date(expirationAt))} · ${isolated(device)} · ${isolated(brand)}`;
  });
  const more = tokens.length - lines.length;
  return more > 0 ? [...lines, plural(locale, texts[locale].more, more)] : lines;
}

const appOf = ({ apps }: Kit, id: string): AppManifest | undefined => apps.find((app) => app.id === id);

/** Where the reader renews: an integrator in the list of all apps, an owner in the lists of the apps. */
function linksOf(
  kit: Kit,
  locale: 'en' | 'ar',
  reader: 'owner' | 'provider',
  tokens: readonly EndingToken[],
): [MailLink, ...MailLink[]] {
  const { button, all } = texts[locale];
  const everywhere = kit.apps.find(({ pages }) => pages.some(({ path }) => path === allTokensPath));
  if (reader === 'provider' && everywhere)
    return [{ label: all, url: `${kit.publicUrl}${everywhere.web}/${allTokensPath}` }];
  const [first, ...others] = [...new Set(tokens.map(({ app }) => app))].flatMap((id): MailLink[] => {
    const app = appOf(kit, id);
    return app
      ? [{ label: button(brandName(kit, locale, app)), url: `${kit.publicUrl}${usualAddress(app, tokensPath)}` }]
      : [];
  });
  return [first ?? { label: all, url: kit.publicUrl }, ...others];
}

/** Mails each reader one table of subscriptions that end soon or have ended. */
export async function mailEndingTokens(
  tx: Tx,
  kit: Kit,
  reader: 'owner' | 'provider',
  tokens: readonly EndingToken[],
  people: readonly PersonContact[],
): Promise<void> {
  await sendNotice(tx, kit, {
    kind: 'token',
    people,
    write: (contact) => {
      const { locale } = contact;
      const [button, ...links] = linksOf(kit, locale, reader, tokens);
      return {
        subject: subjectOf(locale, tokens),
        text: [texts[locale].text[reader]],
        lines: linesOf(kit, contact, tokens),
        button,
        links,
        why: texts[locale].why[reader],
      };
    },
  });
}
