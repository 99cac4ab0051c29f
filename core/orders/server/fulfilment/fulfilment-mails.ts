import { sql } from 'kysely';
import { type Administrator, administratorsOf, contactsOf } from '#core/accounts/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import { membersGranted } from '#core/permissions/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Parcel } from '../../common/parcel.ts';

type Order = { id: number; number: string };
type Sentences = Record<'shipped' | 'delivered', { subject(n: number, number: string): string; text: string }> & {
  carrier(name: string): string;
  tracking(code: string): string;
  follow: string;
  button: string;
  ready: { subject: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }; text(number: string): string };
  why(brand: string): string;
  whyOperator(brand: string): string;
};

const texts: Record<'en' | 'ar', Sentences> = {
  en: {
    shipped: {
      subject: (n, number) => `On its way: parcel ${n} of ${number}`,
      text: 'This part of your order has been handed to the carrier.',
    },
    delivered: {
      subject: (n, number) => `Delivered: parcel ${n} of ${number}`,
      text: 'The carrier has delivered this part of your order. Please check that nothing is missing.',
    },
    carrier: (name) => `Carrier: ${name}`,
    tracking: (code) => `Tracking number: ${code}`,
    follow: 'Follow the parcel',
    ready: {
      subject: { one: '1 device is ready to install', other: '{count} devices are ready to install' },
      text: (number) =>
        `All devices of order ${number} are in your inventory. Their subscriptions begin when they are installed.`,
    },
    button: 'Open the order',
    why: (brand) => `You are receiving this email because you administer a company that orders from ${brand}.`,
    whyOperator: (brand) =>
      `You are receiving this email because you operate devices that your company has ordered from ${brand}.`,
  },
  ar: {
    shipped: {
      subject: (n, number) => `شحنتك في الطريق: الطرد ${n} من الطلب ${number}`,
      text: 'سُلّم هذا الجزء من طلبكم إلى شركة الشحن.',
    },
    delivered: {
      subject: (n, number) => `تم التسليم: الطرد ${n} من الطلب ${number}`,
      text: 'سلّمت شركة الشحن هذا الجزء من طلبكم. يُرجى التأكد من عدم وجود نقص.',
    },
    carrier: (name) => `شركة الشحن: ${name}`,
    tracking: (code) => `رقم التتبع: \u2066${code}\u2069`,
    follow: 'تتبّع الطرد',
    ready: {
      subject: {
        zero: 'لا أجهزة جاهزة للتركيب',
        one: 'جهاز واحد جاهز للتركيب',
        two: 'جهازان جاهزان للتركيب',
        few: '{count} أجهزة جاهزة للتركيب',
        many: '{count} جهازًا جاهزًا للتركيب',
        other: '{count} جهاز جاهز للتركيب',
      },
      text: (number) => `أصبحت أجهزة الطلب ${number} كلها في مخزونكم، وتبدأ اشتراكاتها عند تركيبها.`,
    },
    button: 'فتح الطلب',
    why: (brand) => `وصلتك هذه الرسالة لأنك مسؤول عن شركة تشتري من ${brand}.`,
    whyOperator: (brand) => `وصلتك هذه الرسالة لأنك تشغّل أجهزة طلبتها شركتك من ${brand}.`,
  },
};

const orderUrl = ({ publicUrl }: Kit, { id }: Pick<Order, 'id'>): string => `${publicUrl}/core/market/my-orders/${id}`;

/** Notifies the administrators of the buyer that a parcel was sent or has arrived. */
export async function mailAboutParcel(
  tx: Tx,
  kit: Kit,
  people: readonly Administrator[],
  kind: 'shipped' | 'delivered',
  { id, number }: Order,
  { n, carrier, tracking, link }: Parcel,
): Promise<void> {
  await sendNotice(tx, kit, {
    kind: 'delivery',
    people,
    write: ({ locale }) => {
      const { [kind]: message, ...words } = texts[locale];
      return {
        subject: message.subject(n, number),
        text: [message.text],
        lines: [words.carrier(carrier), ...(tracking ? [words.tracking(tracking)] : [])],
        button: { label: words.button, url: orderUrl(kit, { id }) },
        ...(link && kind === 'shipped' ? { links: [{ label: words.follow, url: link }] } : {}),
        why: words.why,
      };
    },
  });
}

/**
 * Notifies the administrators of the buyer, and people who may install devices of its apps, that all devices of an
 * order are in the inventory.
 */
export async function mailReadyDevices(tx: Tx, kit: Kit, order: Order & { companyId: number }): Promise<void> {
  const found = await sql<{ app: string; count: number }>`
    SELECT l.app, count(*)::integer AS count FROM deploy_unit u JOIN order_line l ON l.id = u.line_id
     WHERE u.order_id = ${order.id} AND u.state = 'done' AND u.device_id IS NOT NULL GROUP BY l.app`.execute(tx);
  const count = found.rows.reduce((sum, row) => sum + row.count, 0);
  const apps = found.rows.map(({ app }) => app);
  const operators = await membersGranted(tx, order.companyId, apps, { entity: 'device', action: 'install' });
  const administrators = await administratorsOf(tx, order.companyId);
  const people = await contactsOf(tx, [...administrators.map(({ id }) => id), ...operators]);
  await sendNotice(tx, kit, {
    kind: 'delivery',
    people,
    write: ({ locale, isAdmin }) => {
      const { ready, button, why, whyOperator } = texts[locale];
      const plural = new Intl.PluralRules(locale).select(count);
      return {
        subject: (ready.subject[plural] ?? ready.subject.other).replace('{count}', String(count)),
        text: [ready.text(order.number)],
        button: { label: button, url: orderUrl(kit, order) },
        why: isAdmin ? why : whyOperator,
      };
    },
  });
}
