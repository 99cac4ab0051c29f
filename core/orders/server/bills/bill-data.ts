import { sql } from 'kysely';
import type { BillingParty } from '#core/accounts/server/api.ts';
import { isSaudi } from '#core/accounts/server/api.ts';
import { shopCurrency } from '#core/market/common/shop-currency.ts';
import { countryTerms, currentSeller } from '#core/market/server/api.ts';
import { taxQrText } from '#core/print/common/tax-qr.ts';
import type { Currency } from '#platform/common/text/currencies.ts';
import { decimal, fromMinor, moneyInWords, toMinor } from '#platform/common/text/money.ts';
import { present } from '#platform/server/clock.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { BillAmounts, BillData } from '../../common/bill.ts';

/** An order as printed on a bill. Amounts in US cents. */
export type BilledOrder = {
  id: number;
  companyId: number;
  number: string;
  poNumber: string | null;
  method: string | null;
  subtotal: number;
  discount: number;
  shipping: number;
  shippingTax: number;
  tax: number;
  total: number;
  taxCountryId: number | null;
  billing: BillingParty;
  suppliedOn: string;
  today: string;
};

/** The data of an order that a bill prints. Amounts in US cents. Runs as the role that sees all rows. */
export async function billedOrder(tx: Tx, orderId: number): Promise<BilledOrder> {
  const found = await sql<BilledOrder>`
    SELECT o.id, o.company_id, o.number, o.po_number, o.method, o.subtotal, o.discount, o.shipping, o.shipping_tax, o.tax, o.total, o.tax_country_id,
           o.billing, rasid_today()::text AS supplied_on, rasid_today()::text AS today
      FROM orders o WHERE o.id = ${orderId}`.execute(tx);
  return found.rows[0] as BilledOrder;
}

async function linesOf(tx: Tx, orderId: number): Promise<BillData['lines']> {
  const found = await sql<BillData['lines'][number]>`
    SELECT sku, jsonb_build_object('en', name_en, 'ar', name_ar) AS name, qty, unit, rate_discount + voucher_discount AS discount, net, tax_percent,
           tax, included
      FROM order_line WHERE order_id = ${orderId} ORDER BY position`.execute(tx);
  return found.rows;
}

/** The serial numbers that were handed out until now, by line. */
async function serialsOf(tx: Tx, orderId: number): Promise<BillData['serials']> {
  const found = await sql<BillData['serials'][number]>`
    SELECT l.sku, jsonb_build_object('en', l.name_en, 'ar', l.name_ar) AS name, array_agg(u.serial ORDER BY u.n) AS serials
      FROM deploy_unit u JOIN order_line l ON l.id = u.line_id
     WHERE u.order_id = ${orderId} AND u.state = 'done' AND u.serial IS NOT NULL
     GROUP BY l.id, l.sku, l.name_en, l.name_ar, l.position ORDER BY l.position`.execute(tx);
  return found.rows;
}

/** An amount spelled out, in both languages; null from 10,000,000 on. */
export function wordsOf(cents: number): BillData['words'] {
  const [en, ar] = [moneyInWords(cents, shopCurrency, 'en'), moneyInWords(cents, shopCurrency, 'ar')];
  return en && ar ? { en: `Only ${en}`, ar: `فقط ${ar} لا غير` } : null;
}

type Issued = { kind: BillData['kind']; number: string; dueOn: string | null };
/** The amounts of a bill: of the order, or the difference of a credit note. */
type Valued = { amounts: BillAmounts; credit: BillData['credit'] };

const localOf = (terms: { currency: string; perDollar: number; since: string }, { tax, total }: BillAmounts) => {
  const currency = terms.currency as Currency;
  const inLocal = (cents: number) => toMinor(decimal(cents).div(100).times(terms.perDollar), currency);
  const { perDollar, since } = terms;
  return { currency, perDollar, since, tax: inLocal(tax), total: inLocal(total) };
};

/** The address in the billing details already contains the name of the country. */
const partyOf = ({ legalNameEn, legalNameAr, addressEn, addressAr, trn }: BillingParty): BillData['buyer'] => ({
  name: { en: legalNameEn, ar: legalNameAr },
  address: { en: addressEn ?? addressAr ?? '', ar: addressAr ?? addressEn ?? '' },
  trn,
});

async function sellerOf(tx: Tx, trn: string | null): Promise<BillData['seller']> {
  const seller = await currentSeller(tx);
  if (!seller)
    return { name: { en: '', ar: '' }, address: { en: '', ar: '' }, trn, bank: null, iban: null, swift: null };
  const { bank, iban, swift } = seller;
  return {
    name: { en: seller.legalNameEn, ar: seller.legalNameAr },
    address: { en: seller.addressEn, ar: seller.addressAr },
    trn,
    bank,
    iban,
    swift,
  };
}

/** The QR code that the tax authority of Saudi Arabia requires, in the local currency; null elsewhere. */
function taxQrOf({ local, seller, bothLanguages, kind }: Omit<BillData, 'taxQr'>, issuedAt: Date): string | null {
  if (kind === 'proforma' || !bothLanguages || !local || !seller.trn) return null;
  return taxQrText({
    seller: seller.name.ar,
    vatNumber: seller.trn,
    issuedAt,
    total: fromMinor(local.total, local.currency),
    vat: fromMinor(local.tax, local.currency),
  });
}

/** The printed data of a bill of an order. */
export async function billDataOf(
  tx: Tx,
  order: BilledOrder,
  issued: Issued,
  { amounts, credit }: Valued,
): Promise<BillData> {
  const terms = order.taxCountryId === null ? null : await countryTerms(tx, order.taxCountryId);
  const lines = await linesOf(tx, order.id);
  const data = {
    kind: issued.kind,
    number: issued.number,
    order: order.number,
    poNumber: order.poNumber,
    issuedOn: order.today,
    suppliedOn: issued.kind === 'proforma' ? null : order.suppliedOn,
    dueOn: issued.dueOn,
    seller: await sellerOf(tx, terms?.sellerTrn ?? null),
    buyer: partyOf(order.billing),
    lines,
    totals: {
      subtotal: order.subtotal,
      discount: order.discount,
      shipping: order.shipping,
      shippingTax: order.shippingTax,
      taxPercent: terms?.taxPercent ?? lines[0]?.taxPercent ?? 0,
      ...amounts,
    },
    local: terms && terms.currency !== shopCurrency ? localOf(terms, amounts) : null,
    words: wordsOf(amounts.total),
    serials: await serialsOf(tx, order.id),
    bothLanguages: isSaudi({ country: order.billing.country }),
    credit,
  };
  return { ...data, taxQr: taxQrOf(data, present()) };
}
