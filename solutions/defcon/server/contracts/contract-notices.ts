import { administratorsOf, companyNameOf, contactsOf } from '#core/accounts/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { isolated } from '#platform/server/mail/mail-layout.ts';
import { defcon } from '../../app.ts';

type Locale = 'en' | 'ar';
type Side = 'customer' | 'security';

/** `days`: until the contract ends; null: it has ended or was suspended. */
export type ContractNews = {
  companyId: number;
  monitorId: number;
  endsAt: string;
  days: number | null;
  panels: number;
};

const texts = {
  en: {
    ends: (other: string, day: string) => `The contract with ${isolated(other)} ends on ${day}`,
    ended: (other: string) => `The contract with ${isolated(other)} has ended`,
    panels: (count: number) => `Panels watched: ${count}.`,
    customer: {
      ends: 'From then on their incidents are on your own desk.',
      ended: 'From now on their incidents are on your own desk.',
      button: 'Open the panels',
    },
    security: {
      ends: 'From then on you no longer see them.',
      ended: 'You no longer see them. Incidents that you have closed stay readable.',
      button: 'Open the customers',
    },
    why: (brand: string) => `You are receiving this email because you administer a company that uses ${brand}.`,
  },
  ar: {
    ends: (other: string, day: string) => `ينتهي العقد مع ${isolated(other)} في ${day}`,
    ended: (other: string) => `انتهى العقد مع ${isolated(other)}`,
    panels: (count: number) => `عدد اللوحات المراقَبة: ${count}.`,
    customer: {
      ends: 'بعد ذلك تصل بلاغاتها إليكم أنتم.',
      ended: 'تصل بلاغاتها إليكم أنتم من الآن.',
      button: 'فتح لوحات الإنذار',
    },
    security: {
      ends: 'بعد ذلك لن تتمكنوا من رؤيتها.',
      ended: 'لم يعد بإمكانكم رؤيتها، أما البلاغات التي أغلقتموها فتبقى متاحة للقراءة.',
      button: 'فتح قائمة العملاء',
    },
    why: (brand: string) => `وصلتك هذه الرسالة لأنك مسؤول عن شركة تستخدم ${brand}.`,
  },
} as const;

/** Notifies the administrators of both sides of a contract that it ends, or has ended. */
export async function tellOfContract(context: Emitting, news: ContractNews): Promise<void> {
  await tellSide(context, news, 'customer');
  await tellSide(context, news, 'security');
}

async function tellSide({ tx, kit }: Emitting, news: ContractNews, side: Side): Promise<void> {
  const { companyId, monitorId, endsAt, days, panels } = news;
  const [reader, other] = side === 'customer' ? [companyId, monitorId] : [monitorId, companyId];
  const name = (await companyNameOf(tx, other)) ?? '';
  const administrators = await administratorsOf(tx, reader);
  await sendNotice(tx, kit, {
    kind: 'watch-contract',
    people: await contactsOf(
      tx,
      administrators.map(({ id }) => id),
    ),
    write: ({ locale, timeZone }) => {
      const text = texts[locale];
      const path = side === 'customer' ? '/panels/list' : '/security-company/customer/list';
      return {
        app: defcon,
        subject: days === null ? text.ended(name) : text.ends(name, dayOf(locale, timeZone, endsAt)),
        text: [`${text.panels(panels)} ${days === null ? text[side].ended : text[side].ends}`],
        button: { label: text[side].button, url: `${kit.publicUrl}${defcon.web}${path}` },
        why: text.why,
      };
    },
  });
}

const dayOf = (locale: Locale, timeZone: string, at: string): string =>
  new Intl.DateTimeFormat(locale === 'ar' ? 'ar-AE-u-nu-latn' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(at));
