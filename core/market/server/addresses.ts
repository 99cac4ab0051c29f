import { sql } from 'kysely';
import { countryOfCity } from '#core/countries/server/api.ts';
import type { RowOf } from '#platform/common/define-entity.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { records } from '#platform/server/records/records.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { address, type buyerAddressRoutes, maxAddresses } from '../common/address.ts';

type Address = RowOf<typeof address>;

const { read: _, ...crudHandlers } = records<Address>(address, {
  async check({ tx }, after, before) {
    const companyId = after.companyId as number;
    if (!before) {
      const there = await sql<{
        n: number;
      }>`SELECT count(*) AS n FROM company_address WHERE company_id = ${companyId}`.execute(tx);
      if ((there.rows[0]?.n ?? 0) >= maxAddresses) throw refuse(409, 'too-many-addresses', { count: maxAddresses });
    }
    if (after.cityId && (await countryOfCity(tx, after.cityId)) !== after.countryId) throw invalid('cityId', 'invalid');
    if (after.isDefault && !before?.isDefault)
      await tx
        .updateTable('companyAddress')
        .set({ isDefault: false })
        .where('companyId', '=', companyId)
        .where('isDefault', '=', true)
        .execute();
    return {};
  },
});

/** An address of a company as an order stores it; null if the company has no such address. */
export async function addressSnapshot(tx: Tx, companyId: number, addressId: number | null): Promise<object | null> {
  if (addressId === null) return null;
  const found = await sql<{ address: object }>`
    SELECT to_jsonb(a) - '{id,company_id,created_at,is_default}'::text[] AS address FROM company_address a
     WHERE a.id = ${addressId} AND a.company_id = ${companyId}`.execute(tx);
  return found.rows[0]?.address ?? null;
}

export const buyerAddressHandlers: Handlers<typeof buyerAddressRoutes> = crudHandlers;
