import { sql } from 'kysely';
import { bypassRls, type Scope, type Tx } from '#platform/server/database.ts';
import type { ByLine, RejectLine } from '#platform/server/import.ts';

export type PlaceNames = { structure?: string | undefined; floor?: string | undefined; space?: string | undefined };
type PlaceIds = { structureId: number; floorId?: number | null; spaceId?: number | null };
type Found = {
  line: number;
  structures: number;
  structureId: number | null;
  floors: number;
  floorId: number | null;
  spaces: number;
  spaceId: number | null;
};

/** The company's places that imported lines name, in one statement. Lines without a structure say nothing about their place. */
export async function placesByName(
  { tx, scope }: { tx: Tx; scope: Scope },
  companyId: number,
  named: ByLine<PlaceNames>,
  reject: RejectLine,
): Promise<ByLine<PlaceIds>> {
  for (const [line, { structure, floor, space }] of named)
    if (!structure && (floor || space)) reject(line, 'structure', 'Required');
  const wanted = [...named].flatMap(([line, names]) => (names.structure ? [{ line, ...names }] : []));
  if (wanted.length === 0) return new Map();
  // Folded names are not leakproof: under the policy their index would not be used.
  const found = await bypassRls(tx, scope, () =>
    sql<Found>`
    SELECT w.line, s.count AS structures, s.id AS structure_id, f.count AS floors, f.id AS floor_id, p.count AS spaces, p.id AS space_id
      FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w (line integer, structure text, floor text, space text)
     CROSS JOIN LATERAL (SELECT min(id) AS id, count(*)::integer AS count FROM structure
                          WHERE company_id = ${companyId} AND rasid_fold(name) = rasid_fold(w.structure)) s
     CROSS JOIN LATERAL (SELECT min(id) AS id, count(*)::integer AS count FROM floor
                          WHERE structure_id = s.id AND search = rasid_fold(w.floor)) f
     CROSS JOIN LATERAL (SELECT min(id) AS id, count(*)::integer AS count FROM space
                          WHERE structure_id = s.id AND search = rasid_fold(w.space) AND (w.floor IS NULL OR floor_id = f.id)) p`.execute(
      tx,
    ),
  );
  const ids: ByLine<PlaceIds> = new Map();
  for (const { line, structures, structureId, floors, floorId, spaces, spaceId } of found.rows) {
    const { floor, space } = named.get(line) as PlaceNames;
    if (structures > 1) reject(line, 'structure', 'ambiguous');
    else if (structureId === null) reject(line, 'structure', 'unknownName');
    else if (floor && floors > 1) reject(line, 'floor', 'ambiguous');
    else if (floor && floorId === null) reject(line, 'floor', 'unknownName');
    else if (space && spaceId === null) reject(line, 'space', 'unknownName');
    else if (spaces > 1) reject(line, 'space', 'ambiguous');
    else ids.set(line, { structureId, ...(floor && { floorId }), ...(space && { spaceId }) });
  }
  return ids;
}
