import { sql } from 'kysely';
import { dueBatch } from '#platform/server/due.ts';
import { tellLocations } from '../plan/live-slots.ts';

const atOnce = 500;

/** Pages that show a car park follow the beginning and the end of its reservations. */
export const dueTurns = dueBatch<{ id: number; companyId: number; locationId: number }>(
  'reservations of car parks',
  { table: 'sparking_reservation', at: 'turns_at' },
  atOnce,
  async (context, taken) => {
    await sql`
      UPDATE sparking_reservation r SET turns_at = CASE WHEN r.until_at > now() THEN r.until_at END
       WHERE r.id = ANY (${taken.map(({ id }) => id)}::integer[])`.execute(context.tx);
    tellLocations(
      context,
      taken.map(({ companyId, locationId }) => ({ id: locationId, companyId })),
    );
  },
);
