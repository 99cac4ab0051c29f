import {
  administratorsOf,
  billsEmailOf,
  contactsOf,
  type PersonContact,
  platformAdministrators,
  smsPeople,
} from '#core/accounts/server/api.ts';
import { shopCurrency } from '#core/market/common/shop-currency.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import { formatMoney } from '#platform/common/text/money.ts';
import type { Kit } from '#platform/server/kit.ts';
import { isolated, withoutIsolates } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

type Facts = { number: string; amount: string; company: string };
type Text = { subject(facts: Facts): string; text(facts: Facts): string };
type Texts = Record<'en' | 'ar', Text>;
const buyerMails = {
  paid: {
    en: {
      subject: () => 'Payment received',
      text: ({ number, amount }) =>
        `We have received ${amount} for order ${number}. The tax invoice is ready on the page of the order.`,
    },
    ar: {
      subject: () => 'تم استلام الدفعة',
      text: ({ number, amount }) => `استلمنا ‏${amount} عن الطلب ${number}. الفاتورة الضريبية متاحة في صفحة الطلب.`,
    },
  },
  failed: {
    en: {
      subject: () => 'Payment did not go through',
      text: ({ number, amount }) =>
        `The payment of ${amount} for order ${number} did not go through. Please pay again, or choose another method.`,
    },
    ar: {
      subject: () => 'لم تتم عملية الدفع',
      text: ({ number, amount }) =>
        `لم تتم عملية دفع ‏${amount} عن الطلب ${number}. يرجى إعادة الدفع أو اختيار وسيلة أخرى.`,
    },
  },
  refunded: {
    en: {
      subject: ({ amount }) => `${amount} refunded`,
      text: ({ number, amount }) => `We have refunded ${amount} for order ${number}.`,
    },
    ar: {
      subject: ({ amount }) => `رُدّ مبلغ ‏${amount}`,
      text: ({ number, amount }) => `رددنا إليكم مبلغ ‏${amount} عن الطلب ${number}.`,
    },
  },
  reminder: {
    en: {
      subject: ({ number }) => `Order ${number} is waiting for payment`,
      text: ({ amount }) =>
        `${amount} is still to be paid. Without a payment, the order will be cancelled in seven days.`,
    },
    ar: {
      subject: ({ number }) => `الطلب ${number} بانتظار الدفع`,
      text: ({ amount }) => `لم يُسدَّد بعد مبلغ ‏${amount}. يُلغى الطلب بعد سبعة أيام ما لم تصل الدفعة.`,
    },
  },
} satisfies Record<string, Texts>;

const financeMails = {
  'to-confirm': {
    en: {
      subject: ({ company, number }) => `${isolated(company)} reports having paid ${number}`,
      text: ({ amount }) => `Confirm ${amount} as soon as the money has arrived, or approve the purchase order.`,
    },
    ar: {
      subject: ({ company, number }) => `إشعار سداد من ${isolated(company)} للطلب ${number}`,
      text: ({ amount }) => `يرجى تأكيد مبلغ ‏${amount} عند وصوله، أو اعتماد أمر الشراء.`,
    },
  },
  mismatch: {
    en: {
      subject: ({ number }) => `Check the payment of ${number}`,
      text: ({ amount }) =>
        `The provider reports ${amount}, which is not the amount of the order. Nothing was changed.`,
    },
    ar: {
      subject: ({ number }) => `تحقّق من دفعة الطلب ${number}`,
      text: ({ amount }) => `أبلغ مزوّد الدفع عن مبلغ ‏${amount}، وهو لا يطابق مبلغ الطلب. لم يتغير شيء.`,
    },
  },
  surplus: {
    en: {
      subject: ({ number }) => `Check the payment of ${number}`,
      text: ({ amount }) =>
        `${amount} was received, although the order had already been paid or cancelled. A refund was requested.`,
    },
    ar: {
      subject: ({ number }) => `تحقّق من دفعة الطلب ${number}`,
      text: ({ amount }) => `وصل مبلغ ‏${amount} مع أن الطلب مدفوع أو ملغى. طُلب ردّ المبلغ.`,
    },
  },
} satisfies Record<string, Texts>;

const frame = {
  en: {
    order: 'Open the order',
    payments: 'Open the payments',
    buyer: (brand: string) =>
      `You are receiving this email because you administer a company that orders from ${brand}.`,
    finance: (brand: string) => `You are receiving this email because you administer the finances of ${brand}.`,
  },
  ar: {
    order: 'فتح الطلب',
    payments: 'فتح المدفوعات',
    buyer: (brand: string) => `وصلتك هذه الرسالة لأنك مسؤول عن شركة تشتري من ${brand}.`,
    finance: (brand: string) => `وصلتك هذه الرسالة لأنك مسؤول مالي في ${brand}.`,
  },
};

/** The subject of a mail. The amount in US cents. */
export type MailedOrder = { id: number; number: string; companyId: number };

type Stated = Pick<Facts, 'number' | 'company'>;
const inWords = (locale: 'en' | 'ar', cents: number, stated: Stated): Facts => ({
  ...stated,
  amount: formatMoney(cents, shopCurrency, locale),
});

/**
 * Notifies the administrators of the buyer within the transaction that it is about; a bill goes to the address for
 * bills.
 */
export async function mailBuyer(
  tx: Tx,
  kit: Kit,
  kind: keyof typeof buyerMails,
  order: MailedOrder,
  cents: number,
): Promise<void> {
  const url = `${kit.publicUrl}/core/market/my-orders/${order.id}`;
  await sendNotice(tx, kit, {
    kind: kind === 'reminder' ? 'order' : 'payment',
    people: await administratorsOf(tx, order.companyId),
    mailTo: kind === 'paid' ? await billsEmailOf(tx, order.companyId) : null,
    write: ({ locale }) => {
      const facts = inWords(locale, cents, { number: order.number, company: '' });
      const { subject, text } = buyerMails[kind][locale];
      const { order: label, buyer: why } = frame[locale];
      return { subject: subject(facts), text: [text(facts)], button: { label, url }, why };
    },
  });
}

/** Sent to finance also as a text message, because money is at stake. */
const urgent = new Set<keyof typeof financeMails>(['mismatch', 'surplus']);

/** Notifies the Financial Admins within the transaction that it is about. */
export async function mailFinance(
  tx: Tx,
  kit: Kit,
  kind: keyof typeof financeMails,
  order: Pick<MailedOrder, 'number'> & { company?: string },
  cents: number,
): Promise<void> {
  const staff = await platformAdministrators(tx, 'Financial Admin');
  const people = await contactsOf(
    tx,
    staff.map(({ id }) => id),
  );
  const write = ({ locale }: Pick<PersonContact, 'locale'>) => {
    const facts = inWords(locale, cents, { number: order.number, company: order.company ?? '' });
    const { subject, text } = financeMails[kind][locale];
    const { payments: label, finance: why } = frame[locale];
    const url = `${kit.publicUrl}/core/market/payments`;
    return { subject: subject(facts), text: [text(facts)], button: { label, url }, why };
  };
  await sendNotice(tx, kit, { kind: 'payment', people, write });
  if (!urgent.has(kind)) return;
  const messages = people.flatMap((reader) => {
    const { subject, text } = write(reader);
    return reader.verifiedPhone
      ? { recipient: reader.verifiedPhone, text: withoutIsolates(`${subject}. ${text[0]}`) }
      : [];
  });
  await smsPeople(tx, messages);
}
