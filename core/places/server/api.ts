import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';

export { companyToChange, companyToRead } from './company-in-path.ts';
export { findStructures } from './find-structures.ts';
export {
  floorAtLevel,
  floorNamed,
  placementExists,
  spaceNamed,
  structureChoices,
  structureNamed,
} from './place-names.ts';
export { assertStructure } from './structure-rows.ts';

/**
 * Says that devices of a solution came to a structure, or left it (`by` below 0), within the transaction that moves
 * them. The structure statistics are read from these counts.
 */
export async function countDevices(
  tx: Tx,
  at: { companyId: number; structureId: number; solutionId: number; by: number },
): Promise<void> {
  const { companyId, structureId, solutionId, by } = at;
  await sql`
    INSERT INTO structure_solution AS n (company_id, structure_id, solution_id, devices) VALUES (${companyId}, ${structureId}, ${solutionId}, greatest(${by}::integer, 0))
    ON CONFLICT (structure_id, solution_id) DO UPDATE SET devices = greatest(n.devices + ${by}::integer, 0)`.execute(
    tx,
  );
}
