import { sql } from 'kysely';
import { bypassRls, type Scope, type Tx } from '#platform/server/postgres/database.ts';
import type { ByLine, RejectLine } from '#platform/server/records/import.ts';

export type PlaceNames = { structure?: string | undefined; floor?: string | undefined; space?: string | undefined };
type PlaceIds = { structureId: number; floorId?: number | null; spaceId?: number | null };
type LineMatches = {
  line: number;
  structures: number;
  structureId: number | null;
  floors: number;
  floorId: number | null;
  spaces: number;
  spaceId: number | null;
};

/** Finds the places of imported lines by name, in one statement, and rejects unknown and ambiguous names. Lines without a structure have no place. */
export async function placesByName(
  { tx, scope }: { tx: Tx; scope: Scope },
  companyId: number,
  namesByLine: ByLine<PlaceNames>,
  reject: RejectLine,
): Promise<ByLine<PlaceIds>> {
  for (const [line, { structure, floor, space }] of namesByLine)
    if (!structure && (floor || space)) reject(line, 'structure', 'Required');
  const requested = [...namesByLine].flatMap(([line, names]) => (names.structure ? [{ line, ...names }] : []));
  if (requested.length === 0) return new Map();
  // `rasid_fold` is not leakproof, so the index would not be used under row-level security.
  const matches = await bypassRls(tx, scope, () =>
    sql<LineMatches>`
    SELECT w.line, s.count AS structures, s.id AS structure_id, f.count AS floors, f.id AS floor_id, p.count AS spaces, p.id AS space_id
      FROM jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) AS w (line integer, structure text, floor text, space text)
     CROSS JOIN LATERAL (SELECT min(id) AS id, count(*)::integer AS count FROM structure
                          WHERE company_id = ${companyId} AND rasid_fold(name) = rasid_fold(w.structure)) s
     CROSS JOIN LATERAL (SELECT min(id) AS id, count(*)::integer AS count FROM floor
                          WHERE structure_id = s.id AND search = rasid_fold(w.floor)) f
     CROSS JOIN LATERAL (SELECT min(id) AS id, count(*)::integer AS count FROM space
                          WHERE structure_id = s.id AND (rasid_fold(name) = rasid_fold(w.space) OR upper(code) = upper(w.space)) AND (w.floor IS NULL OR floor_id = f.id)) p`.execute(
      tx,
    ),
  );
  const ids: ByLine<PlaceIds> = new Map();
  for (const { line, structures, structureId, floors, floorId, spaces, spaceId } of matches.rows) {
    const { floor, space } = namesByLine.get(line) as PlaceNames;
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
