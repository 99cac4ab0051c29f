import { sql } from 'kysely';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, Handlers } from '#platform/server/serve.ts';
import { type pluginRoutes, productList, type productRoutes, type solutionRoutes } from '../common/product.ts';
import { customize, editedProduct, insertProduct } from './customize.ts';
import { appNamed, onSale, productRows, type Reader, sellingApps } from './product-rows.ts';
import { solutionsOnSale } from './solutions.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'locale' | 'caller'>;
const everything: Actor['scope'] = { companies: 'all', userId: null, actingFor: null };

/** A visitor reads list prices; a caller those of the current company. */
const readerOf = ({ tx, kit, locale, caller }: Reading): Reader => ({
  tx,
  kit,
  locale,
  companyId: caller?.session.actingFor ?? null,
});

const mostIds = 100;
/** The numbers of a filter. */
function numbersOf(values: readonly string[], param: string): number[] {
  const numbers = values.map(Number);
  if (numbers.length > mostIds || numbers.some((value) => !Number.isInteger(value) || Math.abs(value) > 2 ** 31 - 1))
    throw invalid(param, 'enterANumber');
  return numbers;
}

/** A page of products. Filters by solution, model, id and app are conditions of their own. */
async function pageOf(
  context: Reading & Pick<Context, 'list'>,
  more: readonly ReturnType<typeof sql>[] = [],
  offSale = false,
) {
  const { tx, kit, list, locale } = context;
  const reader = readerOf(context);
  const { solutionId, hardwareId, id, model, app, siAvailable, ...filters } = list.filters;
  const conditions = [
    offSale ? sql`NOT t.active AND t.app = ANY (${sellingApps(kit)}::text[])` : onSale(kit, reader.companyId),
    ...more,
  ];
  if (solutionId) {
    const ids = numbersOf(solutionId, 'solutionId');
    conditions.push(sql`(t.solution_ids = '{}' OR t.solution_ids && ${ids}::integer[])`);
  }
  if (hardwareId) {
    const ids = numbersOf(hardwareId, 'hardwareId');
    conditions.push(sql`(t.hardware_id = ANY (${ids}::integer[]) OR t.fits && ${ids}::integer[])`);
  }
  if (id || model)
    conditions.push(
      sql`(t.id = ANY (${numbersOf(id ?? [], 'id')}::integer[])
        OR t.kind = 'device' AND t.hardware_id = ANY (${numbersOf(model ?? [], 'model')}::integer[]))`,
    );
  if (app) conditions.push(sql`t.app = ANY (${app.map((name) => appNamed(kit, name))}::text[])`);
  if (siAvailable) conditions.push(sql`t.si_available = ${siAvailable.includes('true')}`);
  const { ids, totalRecords } = await findIds(tx, {
    table: 'market_product',
    spec: productList,
    query: { ...list, filters },
    scope: context.caller?.scope ?? everything,
    company: null,
    where: conditions,
    columns: {
      name: sql.ref(`t.name_${locale}`),
      price: sql`(t.price_cents / 100.0)`,
      sold: sql.ref('t.sold_qty_90'),
    },
  });
  return { data: await productRows(reader, ids), totalRecords };
}

async function productById(context: Reading & { params: { id: number } }, kind?: 'plugin') {
  const reader = readerOf(context);
  const seen = await sql<{ kind: string }>`
    SELECT kind FROM market_product t WHERE t.id = ${context.params.id} AND ${onSale(context.kit, reader.companyId)}`.execute(
    context.tx,
  );
  if (!seen.rows[0] || (kind && seen.rows[0].kind !== kind)) throw refuse(404, 'not-found');
  const [product] = await productRows(reader, [context.params.id]);
  if (!product) throw refuse(404, 'not-found');
  return product;
}

export const productHandlers: Handlers<typeof productRoutes> = {
  async list(context) {
    const offSale = context.query.offSale === 'true';
    if (offSale && context.caller?.session.user.adminType !== 'Super Admin') throw refuse(403, 'no-permission');
    return pageOf(context, [], offSale);
  },
  get: (context) => productById(context),
  async bestSelling(context) {
    const { tx, kit, query } = context;
    const reader = readerOf(context);
    const app = query.app === undefined ? null : appNamed(kit, query.app);
    const found = await sql<{ id: number; quantity: number }>`
      SELECT t.id, t.sold_qty_90 AS quantity FROM market_product t
       WHERE ${onSale(kit, reader.companyId)} AND t.kind = 'device' AND (${app}::text IS NULL OR t.app = ${app})
       ORDER BY t.sold_qty_90 DESC, t.sort, t.id LIMIT ${query.limit}`.execute(tx);
    const products = await productRows(
      reader,
      found.rows.map(({ id }) => id),
    );
    return products.map((product, at) => ({ quantity: found.rows[at]?.quantity ?? 0, product }));
  },
  async customized({ tx, actor, params, query }) {
    // The Super Admin edits for all companies, also while one is selected.
    const own = actor.session.user.adminType === 'Super Admin' ? null : actor.session.actingFor;
    const companyId = query.companyId ?? own;
    const { companies } = actor.scope;
    if (query.companyId !== undefined && companies !== 'all' && !companies.includes(query.companyId))
      throw refuse(404, 'not-found');
    return editedProduct(tx, params.id, companyId);
  },
  customize: (context) => bypassRls(context.tx, context.actor.scope, () => customize(context)),
  async create({ tx, kit, actor, body }) {
    if (!sellingApps(kit).includes(body.app)) throw invalid('app', 'invalid');
    return bypassRls(tx, actor.scope, async () => editedProduct(tx, await insertProduct(tx, body), null));
  },
};

export const pluginHandlers: Handlers<typeof pluginRoutes> = {
  list: (context) => pageOf(context, [sql`t.kind = 'plugin'`]),
  get: (context) => productById(context, 'plugin'),
};

export const solutionHandlers: Handlers<typeof solutionRoutes> = {
  list: ({ tx, kit, query, locale }) =>
    solutionsOnSale(tx, kit, locale, query.app === undefined ? null : appNamed(kit, query.app)),
};
