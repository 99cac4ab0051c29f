import { sql } from 'kysely';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { PlanSlot, planRoutes } from '../../common/plan/plan.ts';
import { isSeenSlot, readableAt } from '../locations/sites.ts';
import { stateNow } from '../locations/state-now.ts';
import { reservationNow } from '../reservations/kept-bays.ts';

export const planHandlers: Handlers<typeof planRoutes> = {
  async slots({ tx, actor, params: { id } }) {
    const found = await sql`
      SELECT FROM sparking_location t WHERE t.id = ${id} AND ${readableAt(actor, 'slot', 't.id')}`.execute(tx);
    if (found.rows.length === 0) throw refuse(404, 'not-found');
    const { rows } = await sql<PlanSlot>`
      SELECT t.id, t.number, t.floor_id, t.use, ${stateNow(sql.ref('s.state'))} AS state, ${reservationNow} IS NOT NULL AS reserved
        FROM sparking_slot t LEFT JOIN sparking_slot_state s ON s.id = t.id
       WHERE t.location_id = ${id} AND ${isSeenSlot(actor)} ORDER BY t.number, t.id`.execute(tx);
    return rows;
  },
};
