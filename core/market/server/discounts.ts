import { type RawBuilder, sql } from 'kysely';
import { companyNamed, companyTypeOf } from '#core/accounts/server/api.ts';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { readableCompany } from '#platform/server/http/company-access.ts';
import { refusedAs } from '#platform/server/http/guess-limit.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  type DiscountRow,
  discountList,
  type discountRoutes,
  type NewDiscount,
  type RateRow,
} from '../common/discount.ts';
import { centsOf } from './customize.ts';
import { refusalFor } from './problem-refusals.ts';
import { voucherByCode, voucherRefusal } from './terms.ts';
import { limitVoucherGuesses } from './voucher-guesses.ts';

async function rowsWhere(tx: Tx, where: RawBuilder<unknown>): Promise<DiscountRow[]> {
  const found = await sql<DiscountRow>`
    SELECT d.id, d.code, d.kind, d.percent, d.amount_cents / 100.0 AS amount, d.scope, d.targets, d.company_id,
           CASE WHEN d.company_id IS NOT NULL THEN ${companyNamed('d.company_id')} END AS company, d.valid_from, d.valid_to, d.usage_limit, d.used,
           d.once_per_company, d.minimum_cents / 100.0 AS minimum, d.active, d.note_en, d.note_ar, d.created_at,
           CASE WHEN NOT d.active THEN 'off' WHEN d.valid_to <= now() THEN 'ended' WHEN d.used >= d.usage_limit THEN 'used-up'
                WHEN d.valid_from > now() THEN 'planned' ELSE 'running' END AS state
      FROM discount d WHERE ${where}`.execute(tx);
  return found.rows;
}

const discountById = async (tx: Tx, id: number): Promise<DiscountRow> => {
  const [row] = await rowsWhere(tx, sql`d.id = ${id}`);
  if (!row) throw refuse(404, 'not-found');
  return row;
};

/** The required fields of a voucher by its kind and scope. */
function assertWhole({ kind, percent, amount, scope, targets, validFrom, validTo }: NewDiscount): void {
  if (kind === 'percentage' && percent === null) throw invalid('percent', 'Required');
  if (kind === 'fixed' && amount === null) throw invalid('amount', 'Required');
  if (scope !== 'whole' && targets.length === 0) throw invalid('targets', 'Required');
  if (validFrom && validTo && validTo <= validFrom) throw invalid('validTo', 'toAfterFrom');
}

async function create({ tx, body }: Context<typeof discountRoutes.create>): Promise<DiscountRow> {
  assertWhole(body);
  const { code, kind, percent, amount, scope, targets, minimum } = body;
  const cents = (dollars: number | null) => (dollars === null ? null : centsOf(dollars));
  const discount = await tx
    .insertInto('discount')
    .values({
      code,
      kind,
      percent: kind === 'percentage' ? percent : null,
      amountCents: kind === 'fixed' ? cents(amount) : null,
      scope,
      targets: scope === 'whole' ? [] : targets,
      companyId: body.companyId,
      validFrom: body.validFrom,
      validTo: body.validTo,
      usageLimit: body.usageLimit,
      oncePerCompany: body.oncePerCompany,
      minimumCents: cents(minimum),
      noteEn: body.noteEn,
      noteAr: body.noteAr,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!discount) throw invalid('code', 'taken');
  return discountById(tx, discount.id);
}

async function update({ tx, params, body }: Context<typeof discountRoutes.update>): Promise<DiscountRow> {
  const before = await discountById(tx, params.id);
  const { active = before.active, validTo = before.validTo, usageLimit = before.usageLimit } = body;
  if (usageLimit !== null && usageLimit < before.used) throw invalid('usageLimit', 'outOfRange');
  if (before.validFrom && validTo && validTo <= before.validFrom) throw invalid('validTo', 'toAfterFrom');
  await tx
    .updateTable('discount')
    .set({ active, validTo, usageLimit, version: (row) => row('version', '+', 1) })
    .where('id', '=', params.id)
    .execute();
  return discountById(tx, params.id);
}

const ratesWhere = async (tx: Tx, where: RawBuilder<unknown>): Promise<RateRow[]> =>
  (
    await sql<RateRow>`
      SELECT r.id, r.company_id, CASE WHEN r.company_id IS NOT NULL THEN ${companyNamed('r.company_id')} END AS company, r.company_type, r.app, r.percent,
             r.valid_from::text AS valid_from, r.valid_to::text AS valid_to FROM discount_rate r WHERE ${where} ORDER BY r.id DESC`.execute(
      tx,
    )
  ).rows;

/** The rates of a company, also those of its kind; without one those of all, for the finance of the platform. */
async function rates({ tx, actor, query }: Context<typeof discountRoutes.rates>): Promise<RateRow[]> {
  if (actor.scope.companies === 'all' && query.companyId === undefined) return ratesWhere(tx, sql`true`);
  const companyId = readableCompany(actor, query.companyId ?? companyOf(actor));
  const type = await companyTypeOf(tx, companyId);
  return ratesWhere(tx, sql`r.company_id = ${companyId} OR r.company_type = ${type}`);
}

async function addRate({ tx, body }: Context<typeof discountRoutes.addRate>): Promise<RateRow> {
  const { companyId, companyType, app, percent, validFrom, validTo } = body;
  if ((companyId === null) === (companyType === null)) throw invalid('companyId', 'Required');
  if (companyType !== null && !companyTypes.some((type) => type === companyType))
    throw invalid('companyType', 'invalid');
  if (validFrom && validTo && validTo < validFrom) throw invalid('validTo', 'toAfterFrom');
  const added = await tx
    .insertInto('discountRate')
    .values({ companyId, companyType, app, percent, validFrom, validTo })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [row] = await ratesWhere(tx, sql`r.id = ${added.id}`);
  return row as RateRow;
}

/** Returns what a voucher is worth to a buyer, or why it cannot be used. */
function voucher(context: Context<typeof discountRoutes.voucher>) {
  const { kit, actor, params, query } = context;
  const companyId = readableCompany(actor, query.companyId ?? companyOf(actor));
  return limitVoucherGuesses(kit, { companyId, code: params.code }, refusedAs('voucher-unknown'), () =>
    voucherFor(context, companyId),
  );
}

async function voucherFor({ tx, params, query }: Context<typeof discountRoutes.voucher>, companyId: number) {
  const found = await voucherByCode(tx, params.code, companyId);
  const refusal = voucherRefusal(found, companyId);
  const minimum = found?.minimumCents ?? null;
  if (refusal || !found) {
    throw refusalFor(refusal ?? { word: 'voucher-unknown', detail: {} });
  }
  if (minimum !== null && query.amount !== undefined && centsOf(query.amount) < minimum) {
    const missing = (minimum - centsOf(query.amount)) / 100;
    throw refusalFor({ word: 'voucher-minimum', detail: { minimum: minimum / 100, missing } });
  }
  const { code, kind, percent, amountCents, scope } = found;
  return {
    code,
    kind,
    percent,
    amount: amountCents === null ? null : amountCents / 100,
    scope,
    minimum: minimum === null ? null : minimum / 100,
  };
}

/** Only the system reads vouchers and rates. */
const asSystem =
  <C extends Pick<Context, 'tx' | 'actor'>, T>(work: (context: C) => Promise<T>) =>
  (context: C): Promise<T> =>
    bypassRls(context.tx, context.actor.scope, () => work(context));

export const discountHandlers: Handlers<typeof discountRoutes> = {
  list: asSystem(async ({ tx, actor, list }) => {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'discount',
      spec: discountList,
      query: list,
      scope: actor.scope,
      company: null,
    });
    return { data: inOrder(ids, await rowsWhere(tx, sql`d.id = ANY (${ids}::integer[])`)), totalRecords };
  }),
  create: asSystem(create),
  update: asSystem(update),
  redemptions: asSystem(async ({ tx, params }) => {
    const found = await sql<{
      orderId: number;
      company: { id: number; name: string };
      amount: number;
      releasedAt: string | null;
    }>`SELECT u.order_id, ${companyNamed('u.company_id')} AS company, u.amount_cents / 100.0 AS amount, u.released_at FROM discount_redemption u
       WHERE u.discount_id = ${params.id} ORDER BY u.id DESC LIMIT 200`.execute(tx);
    return found.rows;
  }),
  rates: asSystem(rates),
  addRate: asSystem(addRate),
  voucher: asSystem(voucher),
};
