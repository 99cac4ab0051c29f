import { sql } from 'kysely';
import { demoCompanies } from '#core/accounts/server/api.ts';
import { findStructures } from '#core/places/server/api.ts';
import type { ListQuery } from '#platform/common/list.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, systemScope, type Tx } from '#platform/server/postgres/database.ts';

const loraGateways = [
  { structure: 'Marina Heights', name: 'Marina roof', eui: '00800000A0001F01', status: 'in-service' },
  { structure: 'برج السعديات', name: 'سطح برج السعديات', eui: '00800000A0001F02', status: 'out-of-service' },
];

/** Two LoRaWAN gateways of the customer. */
export const demo = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const { reem } = await demoCompanies(tx);
    const structures = await findStructures(tx, systemScope, allRows, null);
    const values = loraGateways.flatMap(({ structure, ...gateway }) => {
      const location = structures.data.find((row) => row.companyId === reem && row.name === structure);
      return location ? [{ ...gateway, structureId: location.id, ...location.location }] : [];
    });
    await addLoraGateways(tx, reem, values);
  });

const allRows: ListQuery = { limit: 100, skip: 0, total: false, filters: {}, ranges: {} };

async function addLoraGateways(tx: Tx, companyId: number, values: readonly object[]): Promise<void> {
  await sql`INSERT INTO lora_gateway (company_id, name, eui, model, status, structure_id, lat, lng)
    SELECT ${companyId}, name, eui, 'LoRaWAN outdoor gateway', status, "structureId", lat, lng
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS r (name text, eui text, status text, "structureId" integer, lat float8, lng float8)`.execute(
    tx,
  );
}
