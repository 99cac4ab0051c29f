import type { Administrator } from '#core/accounts/server/api.ts';
import { shopCurrency } from '#core/market/common/shop-currency.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import { formatMoney } from '#platform/common/text/money.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { OrderRow } from '../common/order.ts';

type Texts = {
  subject(number: string, total: string): string;
  text: readonly string[];
};
type OrderMail = 'placed' | 'cancelled';

const texts: Record<'en' | 'ar', Record<OrderMail, Texts> & { button: string; why(brand: string): string }> = {
  en: {
    placed: {
      subject: (number, total) => `Order ${number}: ${total}, waiting for payment`,
      text: ['Your order was placed. We will prepare it as soon as your payment has arrived.'],
    },
    cancelled: {
      subject: (number) => `Order ${number} was cancelled`,
      text: ['Nothing will be sent, and there is nothing to pay for this order.'],
    },
    button: 'Open the order',
    why: (brand) => `You are receiving this email because you administer a company that orders from ${brand}.`,
  },
  ar: {
    placed: {
      subject: (number, total) => `الطلب ${number}: ‏${total} بانتظار الدفع`,
      text: ['سُجّل طلبكم، ونبدأ تجهيزه فور وصول الدفعة.'],
    },
    cancelled: {
      subject: (number) => `أُلغي الطلب ${number}`,
      text: ['لن يُشحن شيء من هذا الطلب، ولا يترتب عليه أي مبلغ.'],
    },
    button: 'فتح الطلب',
    why: (brand) => `وصلتك هذه الرسالة لأنك مسؤول عن شركة تشتري من ${brand}.`,
  },
};

/** Notifies the administrators of the buyer, each in their language, within the transaction that the mail is about. */
export async function mailBuyers(
  tx: Tx,
  kit: Kit,
  people: readonly Administrator[],
  kind: OrderMail,
  { id, number, total }: Pick<OrderRow, 'id' | 'number' | 'total'>,
): Promise<void> {
  await sendNotice(tx, kit, {
    kind: 'order',
    people,
    write: ({ locale }) => {
      const { [kind]: message, button, why } = texts[locale];
      const amount = formatMoney(Math.round(total * 100), shopCurrency, locale);
      return {
        subject: message.subject(number, amount),
        text: message.text,
        button: { label: button, url: `${kit.publicUrl}/core/market/my-orders/${id}` },
        why,
      };
    },
  });
}
