import { sql } from 'kysely';
import { floorNamed } from '#core/places/server/api.ts';
import { thumbnail } from '#platform/server/files/thumbnails.ts';
import type { Context } from '#platform/server/serve.ts';

type Of = { companyId: number; structureId: number };
/** A plan with its picture as a data address, for documents. `ratio`: width by height. */
export type PlanPicture = {
  id: number;
  name: string;
  floorId: number | null;
  floor: string | null;
  picture: string;
  ratio: number;
};
/** The spot of a device on a plan at an instant, in ms since 1970. */
export type SpotAt = { at: number; layoutId: number; deviceId: number; x: number; y: number };

/** The plans of a structure as they are now, no side of a picture longer than so many pixels. */
export async function planPictures(
  context: Pick<Context, 'tx' | 'kit'>,
  { companyId, structureId, longestSide }: Of & { longestSide: number },
): Promise<PlanPicture[]> {
  const { rows } = await sql<Omit<PlanPicture, 'picture'> & { fileId: number }>`
    SELECT l.id, l.name, l.floor_id, ${floorNamed('l.floor_id')} ->> 'name' AS floor, l.file_id, l.width::float8 / l.height AS ratio
      FROM layout l WHERE l.company_id = ${companyId} AND l.structure_id = ${structureId} ORDER BY l.floor_id NULLS FIRST, l.name`.execute(
    context.tx,
  );
  const plans: PlanPicture[] = [];
  for (const { fileId, ...plan } of rows) {
    const picture = await thumbnail(context, fileId, longestSide);
    if (picture !== null) plans.push({ ...plan, picture });
  }
  return plans;
}

/**
 * The spots of devices on the plans of a structure at some instants, by the history of the plans. A device that has left the
 * structure keeps its last spot: the caller asks where devices were. Runs as the role that sees all rows.
 */
export async function spotsAt(
  { tx }: Pick<Context, 'tx'>,
  { companyId, structureId }: Of,
  instants: readonly number[],
): Promise<SpotAt[]> {
  const { rows } = await sql<SpotAt>`
    WITH line AS MATERIALIZED (
           SELECT c.id, (coalesce(c.after, c.before) ->> 'id')::integer AS item_id, c.at, c.before, c.after FROM change_log c
            WHERE c.table_name = 'layout_item' AND c.row_id IN (SELECT l.id::text FROM layout l WHERE l.company_id = ${companyId}) AND coalesce(c.after, c.before) ? 'id'),
         item AS (SELECT item_id AS id FROM line UNION SELECT i.id FROM layout_item i WHERE i.company_id = ${companyId})
    SELECT (extract(epoch FROM w.at) * 1000)::float8 AS at, (s.spot ->> 'layout_id')::integer AS layout_id, (s.spot ->> 'device_id')::integer AS device_id,
           (s.spot ->> 'x')::float8 AS x, (s.spot ->> 'y')::float8 AS y
      FROM (SELECT to_timestamp(ms / 1000) AS at FROM unnest(${instants}::float8[]) AS asked (ms)) w CROSS JOIN item
      LEFT JOIN LATERAL (SELECT true AS found, l.after AS spot FROM line l WHERE l.item_id = item.id AND l.at <= w.at ORDER BY l.id DESC LIMIT 1) b ON true
      LEFT JOIN LATERAL (SELECT true AS found, l.before AS spot FROM line l WHERE b.found IS NULL AND l.item_id = item.id AND l.at > w.at ORDER BY l.id LIMIT 1) a ON true
      LEFT JOIN layout_item n ON n.id = item.id
      CROSS JOIN LATERAL (SELECT CASE WHEN b.found THEN b.spot WHEN a.found THEN a.spot ELSE to_jsonb(n) END AS spot) s
      JOIN layout p ON p.id = (s.spot ->> 'layout_id')::integer AND p.structure_id = ${structureId}
     WHERE s.spot ->> 'device_id' IS NOT NULL ORDER BY 1, 2, 3`.execute(tx);
  return rows;
}
