import { type RawBuilder, sql } from 'kysely';
import { serialIn } from '#core/devices/common/serial.ts';
import { deviceFacts, findInInventory, hardwareNames } from '#core/devices/server/api.ts';
import { tokensInStock } from '#core/subscriptions/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import { type DeviceInStock, type Stock, stockList, type stockRoutes } from '../common/stock.ts';

/** The stock of a company, in a transaction that may read it. */
export async function stockOf(tx: Tx, companyId: number): Promise<Stock> {
  const devices = await sql<Stock['devices'][number]>`
    SELECT app, solution_id, hardware_id, count(*)::integer AS count, min(created_at) AS oldest FROM ${sql.raw(deviceFacts)} d
     WHERE company_id = ${companyId} AND state = 'inventory' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(tx);
  return { devices: devices.rows, tokens: await tokensInStock(tx, companyId) };
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
    SELECT id, company_id, app, hardware_id FROM ${sql.raw(deviceFacts)} d WHERE company_id = ${companyId} AND ${isIt}`.execute(
    tx,
  );
  const [device] = found.rows;
  if (!device) throw refuse(404, 'not-in-your-stock');
  return device;
}

const idsOf = async (tx: Tx, statement: RawBuilder<{ id: number }>): Promise<number[]> =>
  (await statement.execute(tx)).rows.map(({ id }) => id);

/** Serial number, names of the model and app of the oldest devices of a model in stock, at most `count`. */
export const labelsOfStock = async (tx: Tx, companyId: number, hardwareId: number, count: number) =>
  (
    await sql<{ serial: string; nameEn: string; nameAr: string; app: string }>`
      SELECT d.serial, h.name_en, h.name_ar, d.app FROM ${sql.raw(deviceFacts)} d JOIN ${sql.raw(hardwareNames)} h ON h.id = d.hardware_id
       WHERE d.company_id = ${companyId} AND d.hardware_id = ${hardwareId} AND d.state = 'inventory'
       ORDER BY d.created_at, d.id LIMIT ${count}`.execute(tx)
  ).rows;

/** The oldest devices of a model in stock, at most `count`. */
export const oldestDevices = (tx: Tx, companyId: number, hardwareId: number, count: number): Promise<number[]> =>
  idsOf(
    tx,
    sql`SELECT id FROM ${sql.raw(deviceFacts)} d WHERE company_id = ${companyId} AND hardware_id = ${hardwareId} AND state = 'inventory'
         ORDER BY created_at, id LIMIT ${count}`,
  );

export const stockHandlers: Handlers<typeof stockRoutes> = {
  read: ({ tx, actor }) => stockOf(tx, companyOf(actor)),
  async list({ tx, actor, list }) {
    const { ids, totalRecords } = await findInInventory(tx, actor.scope, companyOf(actor), {
      spec: stockList,
      query: list,
    });
    const found = await sql<DeviceInStock>`
      SELECT id, company_id, app, solution_id, hardware_id, name, serial, created_at FROM ${sql.raw(deviceFacts)} d
       WHERE id = ANY (${ids}::integer[])`.execute(tx);
    return { data: inOrder(ids, found.rows), totalRecords };
  },
};
