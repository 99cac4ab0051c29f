import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

type Found = {
  id: number;
  app: string;
  hardwareId: number;
  solutionId: number;
  structureId: number | null;
  provisionedAt: string | null;
  again: boolean;
};

/** The device of a company that asks for its secret by its serial number, locked. */
export const lockProvisionable = async (tx: Tx, companyId: number, serial: string): Promise<Found | undefined> =>
  (
    await sql<Found>`
      SELECT id, app, hardware_id, solution_id, structure_id, provisioned_at, coalesce(provision_again_until > now(), false) AS again FROM device
       WHERE company_id = ${companyId} AND serial = ${serial} AND state <> 'removed' FOR UPDATE`.execute(tx)
  ).rows[0];

/** Records that a device has fetched its secret. */
export async function recordProvisioned(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('device')
    .set({ provisionedAt: new Date().toISOString(), provisionAgainUntil: null })
    .where('id', '=', id)
    .execute();
}
