import type pg from 'pg';
import { apps } from '#main/apps.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { addCompany, addUser, type BenchUser } from './fixtures.ts';
import type { OrderBody } from './order-clients.ts';

export type BenchShop = { seller: BenchUser; buyer: BenchUser; companyId: number; body: OrderBody };

/** Devices of all apps that need no further choice, with their order types. */
async function ordersOfTwenty(pool: pg.Pool): Promise<object[]> {
  const { rows } = await pool.query<{ app: string; hardwareId: number; solutionId: number }>(
    `SELECT p.app, p.hardware_id AS "hardwareId", p.solution_ids[1] AS "solutionId" FROM market_product p
      WHERE p.kind = 'device' AND p.price_cents > 0 AND p.solution_ids <> '{}'
        AND NOT EXISTS (SELECT FROM market_option o WHERE o.parent_id = p.id AND (o.included OR o.group_id IS NOT NULL))
      ORDER BY p.id LIMIT 20`,
  );
  return rows.map(({ app, hardwareId, solutionId }) => {
    const types = (apps as readonly AppManifest[]).find(({ id }) => id === app)?.market?.orderTypes ?? {};
    const [type] = Object.entries(types).find(([, { sells }]) => sells.includes('device')) ?? [];
    return { type, app, devices: [{ id: hardwareId, solutionId, qty: 1 }] };
  });
}

/** One company with its buyer and a Super Admin of its own for each client, so that none waits for the turn of another. */
export async function addShops(pool: pg.Pool, clients: number): Promise<BenchShop[]> {
  await pool.query('UPDATE market_product SET stock = 100000000 WHERE stock IS NOT NULL');
  await pool.query(
    `INSERT INTO market_seller (valid_from, legal_name_en, legal_name_ar, address_en, address_ar, bank, iban, swift)
     VALUES ('2026-01-01', 'Bench', 'Bench', 'Dubai', 'Dubai', 'Bench', 'AE070331234567890123456', 'EDBKAEAD') ON CONFLICT DO NOTHING`,
  );
  const orders = await ordersOfTwenty(pool);
  const { rows: countries } = await pool.query<{ id: number }>(
    `SELECT country_id AS id FROM market_country WHERE currency = 'AED'`,
  );
  const shops: BenchShop[] = [];
  for (let n = 0; n < clients; n++) {
    const companyId = await addCompany(pool, `Buyer${n}`, []);
    const buyer = await addUser(pool, companyId, `buyer-${n}@bench.test`);
    const seller = await addUser(pool, companyId, `seller-${n}@bench.test`);
    await pool.query(`UPDATE users SET company_id = NULL, admin_type = 'Super Admin' WHERE id = $1`, [seller.id]);
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO company_address (company_id, label, recipient, phone, country_id) VALUES ($1, 'Store', 'Bench', '+971501234567', $2) RETURNING id`,
      [companyId, countries[0]?.id],
    );
    shops.push({ seller, buyer, companyId, body: { orders, addressId: rows[0]?.id ?? 0 } });
  }
  return shops;
}
