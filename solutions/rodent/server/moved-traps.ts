import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';

/**
 * The structure of a trap follows its device. It keeps its number, unless another trap has it in the new structure
 * or comes there with it.
 */
export async function moveTraps({ tx }: Emitting, { moves }: DomainEvents['devices.moved']): Promise<void> {
  await sql`
    WITH moved AS (
      SELECT t.id, n.structure_id, row_number() OVER (PARTITION BY n.structure_id, t.number ORDER BY t.id) AS nth
        FROM unnest(${moves.map(({ id }) => id)}::integer[], ${moves.map(({ structureId }) => structureId)}::integer[]) AS n (id, structure_id)
        JOIN rodent_trap t ON t.id = n.id
       WHERE t.structure_id IS DISTINCT FROM n.structure_id)
    UPDATE rodent_trap t
       SET structure_id = m.structure_id,
           number = CASE WHEN m.nth = 1 AND NOT EXISTS (SELECT FROM rodent_trap o WHERE o.structure_id = m.structure_id AND o.number = t.number) THEN t.number END
      FROM moved m WHERE t.id = m.id`.execute(tx);
}
