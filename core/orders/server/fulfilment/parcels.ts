import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Parcel } from '../../common/parcel.ts';

/** The parcels of an order, the oldest one first. */
export async function parcelsOf(tx: Tx, orderId: number): Promise<Parcel[]> {
  const found = await sql<Parcel>`
    SELECT s.id, s.n, s.carrier, s.tracking, s.link, s.note, s.shipped_at, s.delivered_at, s.returned_at,
           ARRAY(SELECT jsonb_build_object('lineId', l.line_id, 'qty', l.qty) FROM shipment_line l WHERE l.shipment_id = s.id ORDER BY l.line_id) AS lines
      FROM shipment s WHERE s.order_id = ${orderId} ORDER BY s.n`.execute(tx);
  return found.rows;
}
