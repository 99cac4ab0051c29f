import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import { serialIn } from '../../common/inventory/serial.ts';
import { type DeviceInStock, type Stock, stockList, type stockRoutes } from '../../common/inventory/stock.ts';

type TokenInStock = { id: number; companyId: number; app: string; solutionIds: number[]; months: number };

const freeToken = sql`t.device_id IS NULL AND t.used_for IS NULL AND t.blocked_at IS NULL AND t.months IS NOT NULL`;

/** The stock of a company, in a transaction that may read it. */
export async function stockOf(tx: Tx, companyId: number): Promise<Stock> {
  const devices = await sql<Stock['devices'][number]>`
    SELECT app, solution_id, hardware_id, count(*)::integer AS count, min(created_at) AS oldest FROM device
     WHERE company_id = ${companyId} AND state = 'inventory' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(tx);
  const tokens = await sql<Stock['tokens'][number]>`
    SELECT t.app, t.solution_ids, t.months, count(*)::integer AS count FROM device_token t
     WHERE t.company_id = ${companyId} AND ${freeToken} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(tx);
  return { devices: devices.rows, tokens: tokens.rows };
}

/** The device that a company has, by its id or its scanned label. Refuses with 404. */
export async function deviceOfStock(
  tx: Tx,
  companyId: number,
  named: { id: number } | { serial: string },
): Promise<Pick<DeviceInStock, 'id' | 'companyId' | 'app' | 'hardwareId'>> {
  const isIt =
    'id' in named
      ? sql`id = ${named.id}`
      : sql`serial = ${serialIn(named.serial) ?? named.serial} AND state <> 'removed'`;
  const found = await sql<Pick<DeviceInStock, 'id' | 'companyId' | 'app' | 'hardwareId'>>`
    SELECT id, company_id, app, hardware_id FROM device WHERE company_id = ${companyId} AND ${isIt}`.execute(tx);
  const [device] = found.rows;
  if (!device) throw refuse(404, 'not-in-your-stock');
  return device;
}

/** The subscription that a company has. Refuses with 404. */
export async function tokenOfStock(tx: Tx, companyId: number, id: number): Promise<TokenInStock> {
  const found = await sql<TokenInStock>`
    SELECT id, company_id, app, solution_ids, months FROM device_token WHERE id = ${id} AND company_id = ${companyId}`.execute(
    tx,
  );
  const [token] = found.rows;
  if (!token) throw refuse(404, 'not-in-your-stock');
  return token;
}

const idsOf = async (tx: Tx, statement: RawBuilder<{ id: number }>): Promise<number[]> =>
  (await statement.execute(tx)).rows.map(({ id }) => id);

/** Serial number, names of the model and app of the oldest devices of a model in stock, at most `count`. */
export const labelsOfStock = async (tx: Tx, companyId: number, hardwareId: number, count: number) =>
  (
    await sql<{ serial: string; nameEn: string; nameAr: string; app: string }>`
      SELECT d.serial, h.name_en, h.name_ar, d.app FROM device d JOIN device_hardware h ON h.id = d.hardware_id
       WHERE d.company_id = ${companyId} AND d.hardware_id = ${hardwareId} AND d.state = 'inventory'
       ORDER BY d.created_at, d.id LIMIT ${count}`.execute(tx)
  ).rows;

/** The oldest devices of a model in stock, at most `count`. */
export const oldestDevices = (tx: Tx, companyId: number, hardwareId: number, count: number): Promise<number[]> =>
  idsOf(
    tx,
    sql`SELECT id FROM device WHERE company_id = ${companyId} AND hardware_id = ${hardwareId} AND state = 'inventory'
         ORDER BY created_at, id LIMIT ${count}`,
  );

/**
 * The subscriptions in stock that fit each of the solutions (empty: all) of an app, the oldest first, at most `count`.
 * Compare `fitsSolutions`.
 */
export const oldestTokens = (
  tx: Tx,
  companyId: number,
  { app, solutionIds, months }: { app: string; solutionIds: readonly number[]; months: number },
  count: number,
): Promise<number[]> =>
  idsOf(
    tx,
    sql`SELECT t.id FROM device_token t
         WHERE t.company_id = ${companyId} AND t.app = ${app} AND t.months = ${months} AND ${freeToken}
           AND (t.solution_ids = '{}' OR (${solutionIds.length > 0} AND t.solution_ids @> ${solutionIds}::integer[]))
         ORDER BY t.id LIMIT ${count}`,
  );

export const stockHandlers: Handlers<typeof stockRoutes> = {
  read: ({ tx, actor }) => stockOf(tx, companyOf(actor)),
  async list({ tx, actor, list }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'device',
      spec: stockList,
      query: list,
      scope: actor.scope,
      where: [sql`t.company_id = ${companyOf(actor)} AND t.state = 'inventory'`],
    });
    const found = await tx
      .selectFrom('device')
      .select(['id', 'companyId', 'app', 'solutionId', 'hardwareId', 'name', 'serial', 'createdAt'])
      .where('id', 'in', ids.length > 0 ? ids : [0])
      .execute();
    return { data: inOrder(ids, found), totalRecords };
  },
};
