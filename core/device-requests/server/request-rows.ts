import { sql } from 'kysely';
import { companyNamed, personNamed } from '#core/accounts/server/api.ts';
import { stockOf } from '#core/inventory/server/api.ts';
import { type NamedProduct, namedProducts } from '#core/market/server/api.ts';
import { intentionNamed } from '#core/orders/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { fitsSolutions } from '#core/subscriptions/common/token.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { recordStepsOf } from '#platform/server/records/lifecycle.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { DeviceRequest, DeviceRequestDetail, RequestLine } from '../common/device-request.ts';
import { actionsOf, requestRows, requestSide } from './request-sides.ts';

export type RequestContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'may' | 'locale'>;
type StoredLine = { productId: number; qty: number; allocated: number };
type Row = Omit<DeviceRequest, 'lines' | 'side' | 'allowed'> & { integratorId: number; lines: StoredLine[] };
/** A line of a request with its product. */
export type ProductLine = StoredLine & { product: NamedProduct };

export const numberOf = (column: string) => sql<string>`'DR-' || lpad(${sql.ref(column)}::text, 6, '0')`;

const columns = sql`
  t.id, t.uuid, ${numberOf('t.id')} AS number, t.company_id, t.integrator_id, ${companyNamed('t.company_id')} AS company,
  ${companyNamed('t.integrator_id')} AS integrator, t.state, t.note, t.needed_by::text AS needed_by, ${structureNamed('t.structure_id')} AS structure,
  ${personNamed('t.sent_by')} AS sender, ${personNamed('t.assignee_id')} AS assignee, t.reason, ${intentionNamed('t.intention_id')} AS intention,
  t.created_at,
  (SELECT jsonb_agg(jsonb_build_object('productId', l.product_id, 'qty', l.qty, 'allocated', l.allocated) ORDER BY l.position)
     FROM device_request_line l WHERE l.request_id = t.id) AS lines`;

const lineOf = (products: ReadonlyMap<number, NamedProduct>, line: StoredLine): RequestLine => {
  const { name, kind, app, hardwareId, drawing } = products.get(line.productId) as NamedProduct;
  return { ...line, name, kind: kind as RequestLine['kind'], app, hardwareId, drawing };
};

/** The requests with these ids that the caller may see, in their order. */
export async function deviceRequests(context: RequestContext, ids: readonly number[]): Promise<DeviceRequest[]> {
  const { tx, actor } = context;
  if (ids.length === 0) return [];
  return bypassRls(tx, actor.scope, async () => {
    const found = await sql<Row>`
      SELECT ${columns} FROM device_request t WHERE t.id = ANY (${ids}::integer[]) AND ${requestRows.visibleTo(actor)}`.execute(
      tx,
    );
    const products = await namedProducts(
      context,
      found.rows.flatMap(({ lines }) => lines.map(({ productId }) => productId)),
    );
    return inOrder(ids, found.rows).map(({ integratorId, ...row }) => {
      const companies = { companyId: row.companyId, integratorId };
      const side = requestSide(actor, companies);
      return {
        ...row,
        // What the integrator orders, and from whom, is its own affair.
        intention: side === 'customer' ? null : row.intention,
        assignee: side === 'customer' ? null : row.assignee,
        lines: row.lines.map((line) => lineOf(products, line)),
        side,
        allowed: actionsOf(context, { ...companies, state: row.state }),
      };
    });
  });
}

/** The id of a request that the caller may see; otherwise refuses as if it did not exist. */
export async function idOf({ tx, actor }: Pick<RequestContext, 'tx' | 'actor'>, uuid: string): Promise<number> {
  const found = await bypassRls(tx, actor.scope, () =>
    sql<{
      id: number;
    }>`SELECT t.id FROM device_request t WHERE t.uuid = ${uuid}::uuid AND ${requestRows.visibleTo(actor)}`.execute(tx),
  );
  const [row] = found.rows;
  if (!row) throw refuse(404, 'not-found');
  return row.id;
}

/** The lines of a request. Runs as the role that sees all rows. */
export async function productLinesOf(
  context: Pick<RequestContext, 'tx' | 'kit' | 'locale'>,
  id: number,
): Promise<ProductLine[]> {
  const found = await context.tx
    .selectFrom('deviceRequestLine')
    .select(['productId', 'qty', 'allocated'])
    .where('requestId', '=', id)
    .orderBy('position')
    .execute();
  const products = await namedProducts(
    context,
    found.map(({ productId }) => productId),
  );
  return found.map((line) => ({ ...line, product: products.get(line.productId) as NamedProduct }));
}

/** How many of each product a company has in stock. Runs as the role that sees all rows. */
async function stockOfLines(tx: Tx, companyId: number, lines: readonly ProductLine[]): Promise<Record<string, number>> {
  const { devices, tokens } = await stockOf(tx, companyId);
  const countOf = ({ product }: ProductLine): number =>
    (product.kind === 'device'
      ? devices.filter(({ hardwareId }) => hardwareId === product.hardwareId)
      : tokens.filter((token) => fitsToken(product, token))
    ).reduce((sum, { count }) => sum + count, 0);
  return Object.fromEntries(lines.map((line) => [line.productId, countOf(line)]));
}

/** Whether a subscription is what a product sells. */
export const fitsToken = (
  { app, months, solutionIds }: NamedProduct,
  token: { app: string; months: number; solutionIds: number[] },
): boolean => token.app === app && token.months === months && fitsSolutions(token, solutionIds);

export async function deviceRequestDetail(context: RequestContext, id: number): Promise<DeviceRequestDetail> {
  const [found] = await deviceRequests(context, [id]);
  if (!found) throw refuse(404, 'not-found');
  const { tx, actor } = context;
  return bypassRls(tx, actor.scope, async () => ({
    ...found,
    inStock:
      found.side === 'integrator'
        ? await stockOfLines(tx, found.integrator.id, await productLinesOf(context, id))
        : null,
    steps: await recordStepsOf(context, 'device_request', id),
  }));
}
