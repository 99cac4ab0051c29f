import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { addPassed, recountSince } from './count-passages.ts';

/** Counts a vehicle that another app has seen at a gate of a car park, once. */
export async function countPassed(context: Emitting, event: DomainEvents['vehicle.passed']): Promise<void> {
  const { structureId: locationId, gate, direction, at, id } = event;
  const { tx, actor } = context;
  await bypassRls(tx, actor.scope, async () => {
    const { rows } = await sql`
      INSERT INTO sparking_passage (location_id, event_id, company_id)
      SELECT l.id, ${id}, l.company_id FROM sparking_location l WHERE l.id = ${locationId}
      ON CONFLICT DO NOTHING RETURNING location_id`.execute(tx);
    if (rows.length === 0) return;
    const [into, outOf] = direction === 'in' ? [1, 0] : [0, 1];
    await addPassed(context, [{ locationId, gate, at, in: into, out: outOf }]);
    await recountSince(tx, [{ locationId, gate, at }]);
  });
}

/** Forgets the passages that nobody reports again. */
export const forgetPassages = (kit: Kit): Promise<void> =>
  emittingAsSystem(kit, kit.db, async ({ tx }) => {
    await sql`DELETE FROM sparking_passage WHERE created_at < now() - interval '24 hours'`.execute(tx);
  });
