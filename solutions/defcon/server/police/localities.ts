import { sql } from 'kysely';
import { administratorsOf } from '#core/accounts/server/api.ts';
import { countryNamed } from '#core/countries/server/api.ts';
import type { AreaPolygon } from '#core/places/common/area-geometry.ts';
import { areaSizes, areasOf } from '#core/places/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { findIds, inCompanies, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import {
  type LocalityDetail,
  localityList,
  type NamedLocality,
  type ShownLocality,
} from '../../common/police/locality.ts';
import { areaKinds } from './assign-police.ts';

export type Asking = Pick<Context, 'tx' | 'actor' | 'locale'>;

const isMonitor = ({ session: { user } }: Actor) => user.companyType === 'Security Company';

/** The condition of the policies on `t`: the police sees its own tree, a security company all active police. */
const seenBy = (actor: Actor) => {
  if (actor.scope.companies === 'all') return sql`true`;
  const tree = sql`(${inCompanies(actor.scope, 'company_id')} OR ${inCompanies(actor.scope, 'hq_company_id')})`;
  return isMonitor(actor) ? sql`(${tree} OR t.status = 'active')` : tree;
};

type Counted = { id: number; premises: number; stations: number | null };

/** Localities in the order of the ids, as far as the caller sees them. */
export async function readLocalities({ tx, actor, locale }: Asking, ids: readonly number[]): Promise<ShownLocality[]> {
  const { rows } = await sql<Omit<ShownLocality, 'squareMetres' | 'premises' | 'stations'>>`
    SELECT t.id, t.company_id, t.created_at, t.kind, t.hq_id, t.name_en, t.name_ar, t.code, t.phone, t.country_id, t.fallback, t.status,
           ${countryNamed(locale)('t.country_id')} AS country,
           (SELECT jsonb_build_object('id', h.id, 'nameEn', h.name_en, 'nameAr', h.name_ar) FROM defcon_locality h WHERE h.id = t.hq_id) AS hq
      FROM defcon_locality t WHERE t.id = ANY (${ids}::integer[])`.execute(tx);
  const seen = inOrder(ids, rows);
  // Premises and areas belong to others, so they are counted by the ids of what the caller sees.
  return bypassRls(tx, actor.scope, async () => {
    const visible = seen.map(({ id }) => id);
    const counted = await sql<Counted & { squareMetres: number | null }>`
      SELECT l.id, l.square_metres, CASE WHEN l.kind = 'local' THEN (SELECT count(*)::integer FROM defcon_premises p WHERE p.station_id = l.id)
                               ELSE (SELECT count(*)::integer FROM defcon_premises p WHERE p.hq_id = l.id) END AS premises,
             CASE WHEN l.kind = 'headquarters' THEN (SELECT count(*)::integer FROM defcon_locality s WHERE s.hq_id = l.id AND s.status = 'active') END AS stations
        FROM (SELECT t.id, t.kind, a.square_metres FROM defcon_locality t 
                LEFT JOIN ${sql.raw(areaSizes)} a ON a.subject_id = t.id AND a.kind = CASE t.kind WHEN 'local' THEN ${areaKinds.local} ELSE ${areaKinds.headquarters} END
               WHERE t.id = ANY (${visible}::integer[])) l`.execute(tx);
    const countOf = new Map(counted.rows.map((row) => [row.id, row]));
    const counts = !isMonitor(actor);
    return seen.map((row) => {
      const { squareMetres = null, premises = 0, stations = null } = countOf.get(row.id) ?? {};
      return { ...row, squareMetres, premises: counts ? premises : null, stations: counts ? stations : null };
    });
  });
}

export async function listLocalities(context: Pick<Context, 'tx' | 'actor' | 'locale' | 'list'>) {
  const { tx, actor, list } = context;
  const { ids, totalRecords } = await findIds(tx, {
    table: 'defcon_locality',
    spec: localityList,
    query: list,
    scope: actor.scope,
    company: null,
    where: [seenBy(actor)],
  });
  return { data: await readLocalities(context, ids), totalRecords };
}

export async function readLocality(context: Asking, id: number): Promise<LocalityDetail> {
  const { tx, actor } = context;
  const [found] = await readLocalities(context, [id]);
  if (!found) throw refuse(404, 'not-found');
  return bypassRls(tx, actor.scope, async () => {
    const areas = await areasOf(tx, areaKinds[found.kind], [id]);
    const [admin] = isMonitor(actor) ? [] : await administratorsOf(tx, found.companyId);
    const { firstName = '', lastName = '', email = '' } = admin ?? {};
    return {
      ...found,
      polygons: shapesOf(areas.get(id)?.polygons ?? []),
      admin: admin ? { firstName, lastName, email } : null,
    };
  });
}

export const shapesOf = (polygons: readonly AreaPolygon[]) =>
  polygons.map(({ outer, holes }) => ({ outer: [...outer], holes: holes.map((hole) => [...hole]) }));

type WithArea = NamedLocality & { hqId: number | null; status: 'active' | 'inactive' };
const mostAreas = 200;

/** The areas of the police of a kind that the caller sees. */
export async function readAreas({ tx, actor }: Pick<Asking, 'tx' | 'actor'>, kind: ShownLocality['kind']) {
  const { rows } = await sql<WithArea>`
    SELECT id, hq_id, name_en, name_ar, status FROM defcon_locality WHERE kind = ${kind} ORDER BY id LIMIT ${mostAreas}`.execute(
    tx,
  );
  const areas = await bypassRls(tx, actor.scope, () =>
    areasOf(
      tx,
      areaKinds[kind],
      rows.map(({ id }) => id),
    ),
  );
  return rows.map((row) => ({ ...row, polygons: shapesOf(areas.get(row.id)?.polygons ?? []) }));
}
