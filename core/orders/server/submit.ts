import { sql } from 'kysely';
import { administratorsOf, billingPartyOf } from '#core/accounts/server/api.ts';
import type { ProductKind } from '#core/market/common/product-kinds.ts';
import {
  addressSnapshot,
  assertMayBuy,
  assertSubmittable,
  netsOf,
  type PricedOrder,
  priceOrders,
  rememberedNets,
  rememberQuote,
  reserveStock,
  takeVoucher,
} from '#core/market/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { lockRecord, writeStep } from '#platform/server/records/lifecycle.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { OrderRow, orderRoutes, Submission } from '../common/order.ts';
import { nextPlatformNumber } from './bills/numbers.ts';
import { publishOrder } from './live-topics.ts';
import { mailBuyers } from './order-mails.ts';
import { orderRows } from './order-rows.ts';
import { needsPoNumber } from './payments/credit.ts';
import { confirmOrder, markPaid, type PayableOrder } from './payments/settle-order.ts';
import { closeIntention, lockIntention } from './requests/intentions.ts';

type Submitting = Context<typeof orderRoutes.submit>;

/** What is created for a buyer when a unit of a line is deployed. */
function deploysOf(kind: ProductKind): 'none' | 'device' | 'token' | 'units' {
  if (kind === 'device') return 'device';
  if (kind === 'tokenPackage') return 'token';
  return ['sms-package', 'calling-package', 'communication'].includes(kind) ? 'units' : 'none';
}

type Change = { path: string; what: 'price' | 'added' | 'removed' | 'unknown'; was: number | null; now: number | null };

/**
 * The differences from the amounts of the hash, or else from those that the buyer has seen; `unknown` without either.
 */
function changesOf(kit: Kit, { hash, seen }: Submission, { lines }: PricedOrder['quote']): Change[] {
  const after = netsOf(lines);
  const before = rememberedNets(kit, hash) ?? (seen.length > 0 ? netsOf(seen) : null);
  if (!before) return [...after].map(([path, now]) => ({ path, what: 'unknown', was: null, now }));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path): Change[] => {
    const [was, now] = [before.get(path) ?? null, after.get(path) ?? null];
    if (was === now) return [];
    return [{ path, what: was === null ? 'added' : now === null ? 'removed' : 'price', was, now }];
  });
}

async function insertOrder(tx: Tx, { params, body }: Submitting, { quote, prices, terms, voucher }: PricedOrder) {
  const { companyId } = params;
  const billing = await billingPartyOf(tx, companyId);
  const address = await addressSnapshot(tx, companyId, body.addressId);
  if (quote.requiresShipping && !address) throw refuse(422, 'address-required');
  const inserted = await tx
    .insertInto('orders')
    .values({
      companyId,
      method: body.method,
      requiresShipping: quote.requiresShipping,
      subtotal: prices.subtotal,
      discount: prices.discount,
      shipping: prices.shipping,
      shippingTax: prices.shippingTax,
      tax: prices.tax,
      total: prices.total,
      quoteHash: quote.hash,
      voucherId: voucher?.id ?? null,
      voucherCode: voucher?.code ?? null,
      taxCountryId: terms.countryId,
      address: address && JSON.stringify(address),
      billing: JSON.stringify(billing),
      poNumber: body.poNumber,
      note: body.note,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return inserted.id;
}

/** The devices that the subscriptions of a line are for. */
const targetsOf = ({ targets }: Submission, { path, item }: PricedOrder['lines'][number]): number[] =>
  targets.flatMap(({ order, tokenId, deviceIds }) =>
    item.id === tokenId && path.startsWith(`${order}.`) ? deviceIds : [],
  );

async function insertLines(
  tx: Tx,
  orderId: number,
  { params, body }: Submitting,
  { lines }: PricedOrder,
): Promise<void> {
  const { companyId } = params;
  const rows = lines.map((line, position) => ({
    path: line.path,
    parent_path: line.parent,
    position,
    product_id: line.item.id,
    order_type: line.orderType,
    kind: line.item.kind,
    app: line.app,
    solution_id: line.solutionId,
    solution_ids: line.item.solutionIds,
    hardware_id: line.item.hardwareId,
    sku: line.item.sku,
    name_en: line.item.nameEn,
    name_ar: line.item.nameAr,
    qty: line.qty,
    unit: line.unit,
    included: line.included,
    rate_discount: line.rateDiscount,
    voucher_discount: line.voucherDiscount,
    net: line.net,
    tax_percent: line.taxPercent,
    tax: line.tax,
    months: line.item.months,
    free_months: line.item.kind === 'device' ? line.item.freeMonths : null,
    units: line.item.units,
    icon: line.item.icon,
    target_ids: targetsOf(body, line),
    deploys: deploysOf(line.item.kind),
  }));
  await sql`
    INSERT INTO order_line (order_id, company_id, path, parent_path, position, product_id, order_type, kind, app, solution_id, solution_ids, hardware_id, sku,
                            name_en, name_ar, qty, unit, included, rate_discount, voucher_discount, net, tax_percent, tax, months, free_months,
                            units, icon, target_ids, deploys)
    SELECT ${orderId}, ${companyId}, r.path, r.parent_path, r.position, r.product_id, r.order_type, r.kind, r.app, r.solution_id, r.solution_ids, r.hardware_id, r.sku,
           r.name_en, r.name_ar, r.qty, r.unit, r.included, r.rate_discount, r.voucher_discount, r.net, r.tax_percent, r.tax, r.months, r.free_months,
           r.units, r.icon, r.target_ids, r.deploys
      FROM jsonb_populate_recordset(NULL::order_line, ${JSON.stringify(rows)}::jsonb) r`.execute(tx);
}

async function takeNumber(tx: Tx, orderId: number): Promise<void> {
  const { number } = await nextPlatformNumber(tx, 'order');
  await tx.updateTable('orders').set({ number }).where('id', '=', orderId).execute();
}

/** An order without a price is paid and confirmed at once. */
async function settleFree(context: Submitting, orderId: number): Promise<void> {
  const order = await lockRecord<PayableOrder>(context.tx, 'orders', orderId);
  await markPaid(context, order);
  await confirmOrder(context, order);
}

/** Prices the submission again, stores it, and takes voucher, stock and number, in one transaction. */
export async function submitOrder(context: Submitting): Promise<OrderRow> {
  const { tx, kit, actor, params, body, locale, afterCommit } = context;
  const companyId = await assertMayBuy(tx, actor, params.companyId);
  return bypassRls(tx, actor.scope, async () => {
    const intention = body.intention && (await lockIntention(tx, companyId, body.intention));
    const priced = await priceOrders(tx, kit, body, {
      scope: actor.scope,
      companyId,
      addressId: body.addressId,
      countryId: null,
      voucher: body.voucher,
      locale,
    });
    assertSubmittable(priced);
    if (!body.poNumber && (await needsPoNumber(tx, companyId))) throw invalid('poNumber', 'Required');
    const { quote, prices, lines, voucher } = priced;
    if (quote.hash !== body.hash) {
      rememberQuote(kit, quote);
      throw refuse(409, 'price-changed', { quote, changes: changesOf(kit, body, quote) }, '20020002');
    }
    const orderId = await insertOrder(tx, context, priced);
    if (intention) await closeIntention(tx, intention, orderId);
    if (voucher) {
      const amountCents = lines.reduce((sum, line) => sum + line.voucherDiscount, 0);
      await takeVoucher(tx, voucher, { orderId, companyId, amountCents });
    }
    await reserveStock(
      tx,
      lines.flatMap(({ item, qty, ownStock }) => (ownStock ? { productId: item.id, qty } : [])),
    );
    await insertLines(tx, orderId, context, priced);
    await writeStep(tx, 'orders', orderId, 'submitted', { total: quote.totals.total });
    if (prices.total === 0) await settleFree(context, orderId);
    const administrators = await administratorsOf(tx, companyId);
    // The series stays locked until the commit.
    await takeNumber(tx, orderId);
    const [order] = (await orderRows(tx, [orderId])) as [OrderRow];
    await mailBuyers(tx, kit, administrators, 'placed', order);
    afterCommit(() => publishOrder(kit, order));
    return order;
  });
}
