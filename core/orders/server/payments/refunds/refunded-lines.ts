import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';

type Asked = { lineId: number; qty: number };
/** A line that is taken back. The amount in US cents, with tax. */
export type RefundedLine = { lineId: number; qty: number; amount: number };
type Stored = { id: number; qty: number; gross: number; back: number };

/**
 * The amount of pieces of a line: the share of all pieces returned so far, less that of earlier ones. So the amounts of
 * all pieces add up to the amount of the line, whatever their order.
 */
export const refundShare = (gross: number, of: number, before: number, qty: number): number =>
  Math.round((gross * (before + qty)) / of) - Math.round((gross * before) / of);

/** The price of pieces of lines with tax. Refuses more pieces than were ordered and not yet taken back. */
export async function linesToRefund(tx: Tx, orderId: number, asked: readonly Asked[]): Promise<RefundedLine[]> {
  const found = await sql<Stored>`
    SELECT l.id, l.qty, l.net + l.tax AS gross,
           coalesce((SELECT sum((t.line ->> 'qty')::integer) FROM payment_refund r CROSS JOIN LATERAL jsonb_array_elements(r.lines) AS t (line)
                      WHERE r.order_id = ${orderId} AND r.state <> 'failed' AND (t.line ->> 'lineId')::integer = l.id), 0)::integer AS back
      FROM order_line l WHERE l.order_id = ${orderId}`.execute(tx);
  const lines = new Map(found.rows.map((line) => [line.id, line]));
  if (new Set(asked.map(({ lineId }) => lineId)).size < asked.length) throw refuse(404, 'not-found');
  return asked.map(({ lineId, qty }) => {
    const line = lines.get(lineId);
    if (!line) throw refuse(404, 'not-found');
    if (line.back + qty > line.qty)
      throw refuse(409, 'refund-too-high', { left: line.qty - line.back, lineId }, '20030004');
    return { lineId, qty, amount: refundShare(line.gross, line.qty, line.back, qty) };
  });
}
