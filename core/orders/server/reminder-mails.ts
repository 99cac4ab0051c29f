import type { PersonContact } from '#core/accounts/server/api.ts';
import { shopCurrency } from '#core/market/common/shop-currency.ts';
import { type Letter, sendNotice } from '#core/notices/server/api.ts';
import { formatMoney } from '#platform/common/text/money.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

/** The total in US cents. */
export type DueBill = { number: string; orderId: number; companyId: number; total: number; dueOn: string };
export type WithErrors = { id: number; number: string; companyId: number; count: number };

type Plurals = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
type BillText = { subject(bill: string, date: string): string; text(amount: string): string };
type Texts = Record<'due' | 'overdue', BillText> & {
  errors: { subject: Plurals; text: string };
  order: string;
  payments: string;
  why: Record<'buyer' | 'finance' | 'seller', (brand: string) => string>;
};

const texts: Record<'en' | 'ar', Texts> = {
  en: {
    due: {
      subject: (bill, date) => `Bill ${bill} is due on ${date}`,
      text: (amount) => `Please pay ${amount} by then. Ignore this email if your payment is on its way.`,
    },
    overdue: {
      subject: (bill, date) => `Bill ${bill} has been due since ${date}`,
      text: (amount) => `${amount} has not arrived. Purchase orders are not accepted until it is paid.`,
    },
    errors: {
      subject: {
        one: '1 unit of {number} could not be deployed',
        other: '{count} units of {number} could not be deployed',
      },
      text: 'Nobody has corrected the serial numbers for a day. The buyer is waiting for these devices.',
    },
    order: 'Open the order',
    payments: 'Open the payments',
    why: {
      buyer: (brand) => `You are receiving this email because you administer a company that orders from ${brand}.`,
      finance: (brand) => `You are receiving this email because you administer the finances of ${brand}.`,
      seller: (brand) => `You are receiving this email because you handle the orders of ${brand}.`,
    },
  },
  ar: {
    due: {
      subject: (bill, date) => `موعد سداد الفاتورة ${bill} هو ${date}`,
      text: (amount) => `يُستحق مبلغ ‏${amount} في هذا الموعد. نرجو تجاهل هذه الرسالة إن كانت الدفعة في الطريق.`,
    },
    overdue: {
      subject: (bill, date) => `تجاوزت الفاتورة ${bill} موعد سدادها في ${date}`,
      text: (amount) => `لم يصل مبلغ ‏${amount} بعد. لا تُقبل أوامر الشراء إلى حين سداده.`,
    },
    errors: {
      subject: {
        one: 'تعذّر تجهيز وحدة واحدة من الطلب {number}',
        two: 'تعذّر تجهيز وحدتين من الطلب {number}',
        few: 'تعذّر تجهيز {count} وحدات من الطلب {number}',
        many: 'تعذّر تجهيز {count} وحدة من الطلب {number}',
        other: 'تعذّر تجهيز {count} وحدة من الطلب {number}',
      },
      text: 'مضى يوم دون تصحيح الأرقام التسلسلية، والمشتري بانتظار هذه الأجهزة.',
    },
    order: 'فتح الطلب',
    payments: 'فتح المدفوعات',
    why: {
      buyer: (brand) => `وصلتك هذه الرسالة لأنك مسؤول عن شركة تشتري من ${brand}.`,
      finance: (brand) => `وصلتك هذه الرسالة لأنك مسؤول مالي في ${brand}.`,
      seller: (brand) => `وصلتك هذه الرسالة لأنك تتولى الطلبات لدى ${brand}.`,
    },
  },
};

const dayIn = (locale: 'en' | 'ar', day: string): string =>
  new Intl.DateTimeFormat(locale === 'ar' ? 'ar-AE-u-nu-latn' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  );

/** Notifies buyer and finance that a bill is due soon, or was not paid in time. */
export async function mailBillDue(
  tx: Tx,
  kit: Kit,
  kind: 'due' | 'overdue',
  { number, orderId, total, dueOn }: DueBill,
  { buyer, billsEmail, finance }: Record<'buyer' | 'finance', readonly PersonContact[]> & { billsEmail: string | null },
): Promise<void> {
  const write =
    (reader: 'buyer' | 'finance') =>
    ({ locale }: PersonContact): Letter => {
      const { [kind]: message, order, payments, why } = texts[locale];
      const path = reader === 'buyer' ? `/core/market/my-orders/${orderId}` : '/core/market/payments';
      return {
        subject: message.subject(number, dayIn(locale, dueOn)),
        text: [message.text(formatMoney(total, shopCurrency, locale))],
        button: { label: reader === 'buyer' ? order : payments, url: `${kit.publicUrl}${path}` },
        why: why[reader],
      };
    };
  await sendNotice(tx, kit, { kind: 'bill', people: buyer, write: write('buyer'), mailTo: billsEmail });
  await sendNotice(tx, kit, { kind: 'bill', people: finance, write: write('finance') });
}

/** Notifies the Super Admins of units of orders that could not be created. */
export async function mailDeployErrors(
  tx: Tx,
  kit: Kit,
  orders: readonly WithErrors[],
  sellers: readonly PersonContact[],
): Promise<void> {
  for (const { id, companyId, number, count } of orders)
    await sendNotice(tx, kit, {
      kind: 'delivery',
      people: sellers,
      write: ({ locale }) => {
        const { errors, order, why } = texts[locale];
        const subject = errors.subject[new Intl.PluralRules(locale).select(count)] ?? errors.subject.other;
        return {
          subject: subject.replace('{count}', String(count)).replace('{number}', number),
          text: [errors.text],
          button: { label: order, url: `${kit.publicUrl}/core/orders/${id}/${companyId}?tab=deploy` },
          why: why.seller,
        };
      },
    });
}
