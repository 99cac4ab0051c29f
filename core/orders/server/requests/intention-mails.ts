import { activeStaff, contactsOf } from '#core/accounts/server/api.ts';
import { shopCurrency } from '#core/market/common/shop-currency.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import { formatMoney } from '#platform/common/text/money.ts';
import type { Kit } from '#platform/server/kit.ts';
import { isolated } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Intention } from '../../common/intention.ts';

type About = { company: string; total: string; reason: string };
type Texts = {
  subject(about: About): string;
  text(about: About): string[];
  button: string;
  why(brand: string): string;
};

const texts: Record<'en' | 'ar', Record<'sent' | 'declined', Texts>> = {
  en: {
    sent: {
      subject: ({ company }) => `New order request from ${company}`,
      text: ({ total }) => [`The total is ${total}. Check it out, or decline it with a reason.`],
      button: 'Open the request',
      why: (brand) => `You are receiving this email because you handle the orders of ${brand}.`,
    },
    declined: {
      subject: () => 'Your order request was declined',
      text: ({ reason }) => [reason, 'Nothing was ordered. You can change your cart and send it again.'],
      button: 'Open your orders',
      why: (brand) => `You are receiving this email because your company sent an order request to ${brand}.`,
    },
  },
  ar: {
    sent: {
      subject: ({ company }) => `طلب شراء جديد من ${company}`,
      text: ({ total }) => [`مجموع أسعاره ‏${total}. أكمل الشراء، أو ارفض الطلب مع ذكر السبب.`],
      button: 'فتح الطلب',
      why: (brand) => `وصلتك هذه الرسالة لأنك تتولى الطلبات لدى ${brand}.`,
    },
    declined: {
      subject: () => 'لم يُقبل طلب الشراء',
      text: ({ reason }) => [reason, 'لم يُطلب شيء. يمكنك تعديل السلة وإرسالها من جديد.'],
      button: 'فتح طلباتك',
      why: (brand) => `وصلتك هذه الرسالة لأن شركتك أرسلت طلب شراء إلى ${brand}.`,
    },
  },
};

type Mailed = Pick<Intention, 'uuid' | 'company' | 'total' | 'reason'>;

async function mailAbout(
  tx: Tx,
  kit: Kit,
  { company, total, reason }: Mailed,
  kind: 'sent' | 'declined',
  { ids, path }: { ids: readonly number[]; path: string },
): Promise<void> {
  await sendNotice(tx, kit, {
    kind: 'order',
    people: await contactsOf(tx, ids),
    write: ({ locale }) => {
      const { subject, text, button, why } = texts[locale][kind];
      const about = {
        company: isolated(company.name),
        total: formatMoney(Math.round(total * 100), shopCurrency, locale),
        reason: reason ?? '',
      };
      return {
        subject: subject(about),
        text: text(about),
        button: { label: button, url: `${kit.publicUrl}${path}` },
        why,
      };
    },
  });
}

/** Notifies the Super Admins of a new order request. Runs as the role that sees all rows. */
export async function mailSellers(tx: Tx, kit: Kit, intention: Mailed): Promise<void> {
  const ids = (await activeStaff(tx, null)).map(({ id }) => id);
  await mailAbout(tx, kit, intention, 'sent', { ids, path: `/core/market/checkout?intention=${intention.uuid}` });
}

/**
 * Notifies the sender of a declined request and the administrators of the company. Runs as the role that sees all rows.
 */
export async function mailDeclined(
  tx: Tx,
  kit: Kit,
  intention: Mailed,
  people: readonly { id: number }[],
): Promise<void> {
  await mailAbout(tx, kit, intention, 'declined', { ids: people.map(({ id }) => id), path: '/core/market/my-orders' });
}
