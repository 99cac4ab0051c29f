import { sql } from 'kysely';
import { type PlaceFound, placesFound } from '#core/countries/server/api.ts';
import { fold } from '#platform/common/search.ts';
import { changeableCompany } from '#platform/server/company-access.ts';
import { bypassRls, type Tx } from '#platform/server/database.ts';
import { type ByLine, importLines, type RejectLine } from '#platform/server/import.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type StructureLine, type structureImportRoutes, structureLine } from '../common/structure-import.ts';
import { outsideCountryCheck } from './world.ts';

type Around = {
  line: number;
  areaId: number | null;
  areas: number;
  parentId: number | null;
  parents: number;
};

/** The areas and structures that the lines name, in one statement; each name is looked for once. */
async function around(tx: Tx, companyId: number, lines: ByLine<StructureLine>): Promise<Around[]> {
  const named = [...lines].map(([line, { area, parent }]) => ({ line, area, parent }));
  const found = await sql<Around>`
    WITH w AS MATERIALIZED (
      SELECT line, rasid_fold(area) AS area, rasid_fold(parent) AS parent
        FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS w (line integer, area text, parent text)
    ), a AS MATERIALIZED (
      SELECT name, min(id) AS id, count(id)::integer AS count
        FROM (SELECT DISTINCT area AS name FROM w) n JOIN LATERAL (SELECT id FROM area WHERE company_id = ${companyId} AND search = n.name) f ON true GROUP BY 1
    ), p AS MATERIALIZED (
      SELECT name, min(id) AS id, count(id)::integer AS count
        FROM (SELECT DISTINCT parent AS name FROM w) n JOIN LATERAL (SELECT id FROM structure WHERE company_id = ${companyId} AND rasid_fold(name) = n.name) f ON true GROUP BY 1
    )
    SELECT w.line, a.id AS area_id, coalesce(a.count, 0) AS areas, p.id AS parent_id, coalesce(p.count, 0) AS parents
      FROM w LEFT JOIN a ON a.name = w.area LEFT JOIN p ON p.name = w.parent`.execute(tx);
  return found.rows;
}

/** All that the lines name. */
async function namedBy(tx: Tx, companyId: number, lines: ByLine<StructureLine>): Promise<(Around & PlaceFound)[]> {
  const places = await placesFound(
    tx,
    [...lines].map(([line, { country, city }]) => ({ line, country, city })),
  );
  const placeOf = new Map(places.map((one) => [one.line, one]));
  return (await around(tx, companyId, lines)).map((one) => ({ ...one, ...(placeOf.get(one.line) as PlaceFound) }));
}

/** Puts structures into parents that the same table has just made. */
async function enter(tx: Tx, companyId: number, pairs: { child: number; parent: number }[]): Promise<void> {
  if (pairs.length > 0)
    await sql`
      UPDATE structure c SET parent_id = w.parent FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS w (child integer, parent integer)
       WHERE c.id = w.child AND c.company_id = ${companyId}`.execute(tx);
  const circles = await sql`
    WITH RECURSIVE above AS (
      SELECT id, parent_id FROM structure WHERE company_id = ${companyId} AND parent_id IS NOT NULL
      UNION SELECT above.id, s.parent_id FROM above JOIN structure s ON s.id = above.parent_id
    ) SELECT FROM above WHERE id = parent_id`.execute(tx);
  if (circles.rows.length > 0) throw refuse(409, 'structure-within-itself');
}

type Within = { child: number; parent: number };

/** A line whose parent is a refused line of the same table has no parent, and so on downwards. */
function rejectOrphans(within: readonly Within[], refused: Set<number>, reject: RejectLine): void {
  const inside = Map.groupBy(within, ({ parent }) => parent);
  for (const parent of refused)
    for (const { child } of inside.get(parent) ?? [])
      if (!refused.has(child)) {
        reject(child, 'parent', 'unknownName');
        // A set is walked through to what is added meanwhile.
        refused.add(child);
      }
}

export const structureImportHandlers: Handlers<typeof structureImportRoutes> = {
  structures: ({ tx, actor, params, body }) => {
    const companyId = changeableCompany(actor, params.companyId);
    const within: Within[] = [];
    const columnsOf = async (lines: ByLine<StructureLine>, rejectLine: RejectLine) => {
      const refused = new Set<number>();
      const reject: RejectLine = (line, param, msg) => {
        refused.add(line);
        rejectLine(line, param, msg);
      };
      const inTable = new Map([...lines].map(([line, { name }]) => [fold(name), line]));
      const columns: ByLine<Record<string, unknown>> = new Map();
      const elsewhere = await outsideCountryCheck();
      const all = lines.size ? await bypassRls(tx, actor.scope, () => namedBy(tx, companyId, lines)) : [];
      for (const found of all) {
        const { line } = found;
        const { name, kind, city, area, parent, address, latitude, longitude } = lines.get(line) as StructureLine;
        const made = parent !== undefined && found.parents === 0 ? inTable.get(fold(parent)) : undefined;
        if (made !== undefined) within.push({ child: line, parent: made });
        if (found.countryId === null) reject(line, 'country', 'unknownName');
        if (city && found.countryId !== null && found.cityId === null) reject(line, 'city', 'unknownName');
        if (latitude !== undefined && longitude !== undefined && found.code !== null)
          if (elsewhere({ lat: latitude, lng: longitude }, found.code)) reject(line, 'latitude', 'invalidPlace');
        if (area && found.areas > 1) reject(line, 'area', 'ambiguous');
        else if (area && found.areaId === null) reject(line, 'area', 'unknownName');
        if (parent !== undefined && fold(parent) === fold(name)) reject(line, 'parent', 'invalid');
        else if (parent && found.parents > 1) reject(line, 'parent', 'ambiguous');
        else if (parent && found.parents === 0 && made === undefined) reject(line, 'parent', 'unknownName');
        columns.set(line, {
          name,
          countryId: found.countryId,
          ...(kind && { kind }),
          ...(city && { cityId: found.cityId }),
          ...(area && { areaId: found.areaId }),
          ...(parent && made === undefined && { parentId: found.parentId }),
          ...(address !== undefined && { address }),
          ...(latitude !== undefined && { lat: latitude, lng: longitude }),
        });
      }
      rejectOrphans(within, refused, reject);
      return columns;
    };
    return importLines(
      { tx, body },
      {
        table: 'structure',
        companyId,
        schema: structureLine,
        key: 'name',
        keyOf: fold,
        keySql: (column) => sql`rasid_fold(${column})`,
        defaults: { kind: 'building', address: '' },
        columnsOf,
        change(_, { name: spelling, ...changed }) {
          // Another country leaves the old city behind unless the line names a new one.
          return 'countryId' in changed ? { cityId: null, ...changed } : changed;
        },
        async after(_, __, taken) {
          const pairs = within.flatMap(({ child, parent }) => {
            const ids = { child: taken.get(child), parent: taken.get(parent) };
            return ids.child && ids.parent ? [ids as Within] : [];
          });
          await enter(tx, companyId, pairs);
        },
      },
    );
  },
};
