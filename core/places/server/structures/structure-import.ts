import { sql } from 'kysely';
import { type PlaceFound, placesFound } from '#core/countries/server/api.ts';
import { fold } from '#platform/common/search/search.ts';
import { emit } from '#platform/server/domain-events.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { type ByLine, importLines, type RejectLine } from '#platform/server/records/import.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type StructureLine, type structureImportRoutes, structureLine } from '../../common/structure-import.ts';
import { outsideCountryCheck } from '../world.ts';

type LineSurroundings = {
  line: number;
  areaId: number | null;
  areas: number;
  parentId: number | null;
  parents: number;
};

/** Finds the areas and parents of the lines in one statement; each name is looked up once. */
async function surroundingsOf(tx: Tx, companyId: number, lines: ByLine<StructureLine>): Promise<LineSurroundings[]> {
  const named = [...lines].map(([line, { area, parent }]) => ({ line, area, parent }));
  const match = await sql<LineSurroundings>`
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
  return match.rows;
}

/** Finds everything that the lines refer to by name. */
async function matchesOf(
  tx: Tx,
  companyId: number,
  lines: ByLine<StructureLine>,
): Promise<(LineSurroundings & PlaceFound)[]> {
  const places = await placesFound(
    tx,
    [...lines].map(([line, { country, city }]) => ({ line, country, city })),
  );
  const placeOf = new Map(places.map((match) => [match.line, match]));
  return (await surroundingsOf(tx, companyId, lines)).map((match) => ({
    ...match,
    ...(placeOf.get(match.line) as PlaceFound),
  }));
}

/** Sets the parents that were created by the same import. Refuses cycles with 409. */
async function setParents(tx: Tx, companyId: number, pairs: { child: number; parent: number }[]): Promise<void> {
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

type ParentPair = { child: number; parent: number };

/** Rejects the lines whose parent is a rejected line of the same table, recursively. */
function rejectOrphans(parentPairs: readonly ParentPair[], refused: Set<number>, reject: RejectLine): void {
  const childrenOf = Map.groupBy(parentPairs, ({ parent }) => parent);
  for (const parent of refused)
    for (const { child } of childrenOf.get(parent) ?? [])
      if (!refused.has(child)) {
        reject(child, 'parent', 'unknownName');
        // The iteration of a set includes what is added meanwhile.
        refused.add(child);
      }
}

export const structureImportHandlers: Handlers<typeof structureImportRoutes> = {
  structures: (context) => {
    const { tx, actor, params, body } = context;
    const companyId = changeableCompany(actor, params.companyId);
    const parentPairs: ParentPair[] = [];
    const columnsOf = async (lines: ByLine<StructureLine>, rejectLine: RejectLine) => {
      const refused = new Set<number>();
      const reject: RejectLine = (line, param, msg) => {
        refused.add(line);
        rejectLine(line, param, msg);
      };
      const inTable = new Map([...lines].map(([line, { name }]) => [fold(name), line]));
      const columns: ByLine<Record<string, unknown>> = new Map();
      const isOutsideCountry = await outsideCountryCheck();
      const matches = lines.size ? await bypassRls(tx, actor.scope, () => matchesOf(tx, companyId, lines)) : [];
      for (const match of matches) {
        const { line } = match;
        const { name, kind, city, area, parent, address, latitude, longitude } = lines.get(line) as StructureLine;
        const parentLine = parent !== undefined && match.parents === 0 ? inTable.get(fold(parent)) : undefined;
        if (parentLine !== undefined) parentPairs.push({ child: line, parent: parentLine });
        if (match.countryId === null) reject(line, 'country', 'unknownName');
        if (city && match.countryId !== null && match.cityId === null) reject(line, 'city', 'unknownName');
        if (latitude !== undefined && longitude !== undefined && match.code !== null)
          if (isOutsideCountry({ lat: latitude, lng: longitude }, match.code)) reject(line, 'latitude', 'invalidPlace');
        if (area && match.areas > 1) reject(line, 'area', 'ambiguous');
        else if (area && match.areaId === null) reject(line, 'area', 'unknownName');
        if (parent !== undefined && fold(parent) === fold(name)) reject(line, 'parent', 'invalid');
        else if (parent && match.parents > 1) reject(line, 'parent', 'ambiguous');
        else if (parent && match.parents === 0 && parentLine === undefined) reject(line, 'parent', 'unknownName');
        columns.set(line, {
          name,
          countryId: match.countryId,
          ...(kind && { kind }),
          ...(city && { cityId: match.cityId }),
          ...(area && { areaId: match.areaId }),
          ...(parent && parentLine === undefined && { parentId: match.parentId }),
          ...(address !== undefined && { address }),
          ...(latitude !== undefined && { lat: latitude, lng: longitude }),
        });
      }
      rejectOrphans(parentPairs, refused, reject);
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
          // A change of the country clears the city unless the line names a new one.
          return 'countryId' in changed ? { cityId: null, ...changed } : changed;
        },
        async after(_, changed, idByLine) {
          const pairs = parentPairs.flatMap(({ child, parent }) => {
            const ids = { child: idByLine.get(child), parent: idByLine.get(parent) };
            return ids.child && ids.parent ? [ids as ParentPair] : [];
          });
          await setParents(tx, companyId, pairs);
          const rehung = new Set(pairs.map(({ child }) => child));
          const structures = changed.map(({ id, columns }) => ({
            id,
            isMoved: 'lat' in columns,
            hasOtherZone: 'parentId' in columns || rehung.has(id),
          }));
          if (!body.dryRun && structures.length > 0)
            await emit(context, 'structures.changed', { companyId, structures });
        },
      },
    );
  },
};
