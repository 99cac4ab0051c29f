import { type RawBuilder, sql } from 'kysely';
import { companyNamed } from '#core/accounts/server/api.ts';
import { sendFile } from '#platform/server/files/files.ts';
import { readableCompany } from '#platform/server/http/company-access.ts';
import { inSystem, inTenant, type Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { type BillData, type BillKind, type BillRow, billList, type invoiceRoutes } from '../../common/bill.ts';
import { storeProforma } from './invoices.ts';
import { printedBill, printedLanguage } from './printing.ts';

const billsWhere = async (tx: Tx, where: RawBuilder<unknown>): Promise<BillRow[]> =>
  (
    await sql<BillRow>`
      SELECT b.id, b.kind, b.number, b.order_id, o.number AS order, ${companyNamed('b.company_id')} AS company, b.total / 100.0 AS total, b.issued_at,
             -- A bill that is paid is due no more.
             CASE WHEN o.payment_status NOT IN ('paid', 'refunded') AND o.status <> 'cancelled' THEN b.due_on::text END AS due_on,
             b.kind = 'invoice' AND b.due_on < current_date AND o.payment_status NOT IN ('paid', 'refunded') AND o.status <> 'cancelled' AS overdue
        FROM bill b JOIN orders o ON o.id = b.order_id WHERE ${where} ORDER BY b.id`.execute(tx)
  ).rows;

/** The bills of an order, the first one first. */
export const billsOf = (tx: Tx, orderId: number): Promise<BillRow[]> => billsWhere(tx, sql`b.order_id = ${orderId}`);

type StoredBill = { id: number; code: string; companyId: number; number: string; data: BillData };
type Asked = Context<typeof invoiceRoutes.pdf>;

async function requestedBill(tx: Tx, { params, query }: Pick<Asked, 'params' | 'query'>, kind: BillKind | null) {
  const found = await sql<StoredBill>`
    SELECT id, code, company_id, number, data FROM bill
     WHERE order_id = ${params.id} AND company_id = ${params.companyId} AND kind = coalesce(${kind}, kind)
       AND (${query.number ?? null}::text IS NULL OR number = ${query.number ?? null}) ORDER BY id DESC LIMIT 1`.execute(
    tx,
  );
  return found.rows[0];
}

/** The requested bill, by its kind or number: by default the invoice, or the pro forma before it is issued. */
async function findBill({ kit, actor, params, query }: Asked): Promise<StoredBill> {
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => inTenant(kit.people.db, actor.scope, work);
  const kind = query.kind ?? (query.number === undefined ? 'invoice' : null);
  const found = await inScope((tx) => requestedBill(tx, { params, query }, kind));
  if (found) return found;
  const mayBeProforma = query.kind === undefined || query.kind === 'proforma';
  const order = await inScope((tx) =>
    tx
      .selectFrom('orders')
      .where('id', '=', params.id)
      .where('companyId', '=', params.companyId)
      .where('status', '!=', 'cancelled')
      .execute(),
  );
  if (!mayBeProforma || order.length === 0) throw refuse(404, 'not-found');
  await inSystem(kit.db, (tx) => storeProforma(tx, params.id));
  const proforma = await inScope((tx) => requestedBill(tx, { params, query }, 'proforma'));
  if (!proforma) throw refuse(404, 'not-found');
  return proforma;
}

export const invoiceHandlers: Handlers<typeof invoiceRoutes> = {
  async list({ tx, actor, list }) {
    const { ids, totalRecords } = await findIds(tx, { table: 'bill', spec: billList, query: list, scope: actor.scope });
    return { data: inOrder(ids, await billsWhere(tx, sql`b.id = ANY (${ids}::integer[])`)), totalRecords };
  },
  ofOrder({ tx, actor, params }) {
    readableCompany(actor, params.companyId);
    return billsWhere(tx, sql`b.order_id = ${params.id} AND b.company_id = ${params.companyId}`);
  },
  async pdf(context) {
    const { kit, actor, params, query } = context;
    readableCompany(actor, params.companyId);
    const bill = await findBill(context);
    const fileId = await printedBill(kit, bill, query.language);
    const name = `${bill.number}-${printedLanguage(bill.data, query.language)}.pdf`;
    return sendFile(context, async () => ({ fileId, name }));
  },
  async verify({ tx, params }) {
    const found = await sql<{
      number: string;
      kind: BillKind;
      seller: BillData['seller']['name'];
      issuedAt: string;
      total: number;
    }>`
      SELECT number, kind, data #> '{seller,name}' AS seller, issued_at, total / 100.0 AS total FROM bill
       WHERE code = ${params.code}::uuid AND kind <> 'proforma'`.execute(tx);
    const [bill] = found.rows;
    if (!bill) throw refuse(404, 'not-found');
    return bill;
  },
};
