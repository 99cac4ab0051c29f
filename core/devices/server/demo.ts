import { sql } from 'kysely';
import { demoCompanies } from '#core/accounts/server/api.ts';
import { findStructures } from '#core/places/server/api.ts';
import type { ListQuery } from '#platform/common/list.ts';
import { inSystem, systemScope, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';

const gateways = [
  { structure: 'Marina Heights', name: 'Marina roof', eui: '00800000A0001F01', status: 'in-service' },
  { structure: 'برج السعديات', name: 'سطح برج السعديات', eui: '00800000A0001F02', status: 'out-of-service' },
];

/** Two gateways that the customer runs, on the roofs of its towers. */
export const demo = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const { reem } = await demoCompanies(tx);
    const found = await findStructures(tx, systemScope, everything, null);
    const values = gateways.flatMap(({ structure, ...gateway }) => {
      const on = found.data.find((one) => one.companyId === reem && one.name === structure);
      return on ? [{ ...gateway, structureId: on.id, ...on.location }] : [];
    });
    await add(tx, reem, values);
  });

const everything: ListQuery = { limit: 100, skip: 0, total: false, filters: {}, ranges: {} };

async function add(tx: Tx, companyId: number, values: readonly object[]): Promise<void> {
  await sql`INSERT INTO lora_gateway (company_id, name, eui, model, status, structure_id, lat, lng)
    SELECT ${companyId}, name, eui, 'LoRaWAN outdoor gateway', status, "structureId", lat, lng
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS r (name text, eui text, status text, "structureId" integer, lat float8, lng float8)`.execute(
    tx,
  );
}
