import { sql } from 'kysely';
import polygonClipping, { type MultiPolygon } from 'polygon-clipping';
import type { z } from 'zod';
import { type AreaBox, type AreaPolygon, boxAround, contains, ringsOf } from '#core/places/common/area-geometry.ts';
import {
  type Area,
  AreaIndex,
  areasIn,
  areasOf,
  inBox,
  squareMetresOf,
  structurePlaces,
} from '#core/places/server/api.ts';
import { oncePerMinute } from '#platform/server/monitoring/once-per-minute.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import {
  type Coverage,
  leastPiece,
  type localityRoutes,
  type NamedLocality,
  type Preview,
} from '../../common/police/locality.ts';
import { areaKinds } from './assign-police.ts';
import { shapesOf } from './localities.ts';

const mostUncovered = 500;

const asClipped = (polygons: readonly AreaPolygon[]): MultiPolygon =>
  polygons.map((one) => ringsOf(one).rings.map((ring) => ring.map(([lng, lat]) => [lng, lat] as [number, number])));
const turned = (lng: number) => (lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng);
/** A clipped ring repeats its first point. */
const asPath = (ring: readonly [number, number][]) =>
  ring.slice(0, -1).map(([lng, lat]) => ({ lat, lng: turned(lng) }));
const asPolygons = (clipped: MultiPolygon) =>
  clipped.map(([outer = [], ...holes]) => ({ outer: asPath(outer), holes: holes.map(asPath) }));
/** The pieces that do not come from drawing. */
const largePieces = (clipped: MultiPolygon) =>
  asPolygons(clipped)
    .map((polygon) => ({ polygons: [polygon], squareMetres: squareMetresOf([polygon]) }))
    .filter(({ squareMetres }) => squareMetres > leastPiece);

type Station = { id: number; polygons: readonly AreaPolygon[] };

const boxOf = (polygons: readonly AreaPolygon[]) => boxAround(polygons.map((one) => ringsOf(one).box));
const meet = (one: AreaBox | null, other: AreaBox | null): boolean =>
  one !== null &&
  other !== null &&
  one[0] <= other[2] &&
  other[0] <= one[2] &&
  one[1] <= other[3] &&
  other[1] <= one[3];

/** What of the area of a headquarters is in no station. */
export function gapsOf(hq: readonly AreaPolygon[], stations: readonly Station[]): NonNullable<Coverage['gaps']> {
  const taken = stations.map(({ polygons }) => asClipped(polygons));
  return largePieces(polygonClipping.difference(asClipped(hq), ...taken));
}

/** What is in two stations. */
export function overlapsOf(stations: readonly Station[]): NonNullable<Coverage['overlaps']> {
  const boxes = stations.map(({ polygons }) => boxOf(polygons));
  return stations.flatMap((one, n) =>
    stations.slice(n + 1).flatMap((other, m) => {
      if (!meet(boxes[n] ?? null, boxes[n + 1 + m] ?? null)) return [];
      const pieces = largePieces(polygonClipping.intersection(asClipped(one.polygons), asClipped(other.polygons)));
      const between: [number, number] = [one.id, other.id];
      return pieces.map((piece) => ({ ...piece, between }));
    }),
  );
}

type Row = NamedLocality & { code: string; status: 'active' | 'inactive'; kind: 'headquarters' | 'local' };
type Asking = Pick<Context, 'tx' | 'actor' | 'kit'>;

/** The areas of a headquarters and its stations, with what is in none of these and in several. */
export async function coverageOf({ tx, actor, kit }: Asking, id: number): Promise<Coverage> {
  const { rows } = await sql<Row>`
    SELECT id, name_en, name_ar, code, status, kind FROM defcon_locality WHERE id = ${id} AND kind = 'headquarters' OR hq_id = ${id} ORDER BY id`.execute(
    tx,
  );
  const hq = rows.find(({ kind }) => kind === 'headquarters');
  if (!hq) throw refuse(404, 'not-found');
  const stations = rows.filter(({ kind }) => kind === 'local');
  return bypassRls(tx, actor.scope, async () => {
    const whole = (await areasOf(tx, areaKinds.headquarters, [id])).get(id)?.polygons ?? [];
    const areas = await areasOf(
      tx,
      areaKinds.local,
      stations.map((one) => one.id),
    );
    const drawn = stations.map((one) => ({ ...one, polygons: areas.get(one.id)?.polygons ?? [] }));
    const inForce = drawn.filter(({ status }) => status === 'active');
    const computed = <Pieces>(what: string, compute: () => Pieces): Pieces | null => {
      try {
        return compute();
      } catch (error) {
        // Clipping fails for some lines that nearly touch. The page says that it does not know, instead of showing nothing.
        oncePerMinute(kit.log).write('warn', { err: error, headquarters: id }, `the ${what} were not computed`);
        return null;
      }
    };
    const uncovered = await uncoveredBy(tx, id);
    return {
      hq: { ...named(hq), polygons: shapesOf(whole) },
      stations: drawn.map(({ code, status, polygons, ...one }) => ({
        ...named(one),
        code,
        status,
        polygons: shapesOf(polygons),
      })),
      gaps: computed('gaps', () => gapsOf(whole, inForce)),
      overlaps: computed('overlaps', () => overlapsOf(inForce)),
      ...uncovered,
    };
  });
}

const named = ({ id, nameEn, nameAr }: NamedLocality): NamedLocality => ({ id, nameEn, nameAr });

async function uncoveredBy(tx: Tx, hqId: number): Promise<Pick<Coverage, 'uncovered' | 'uncoveredCount'>> {
  const { rows } = await sql<Coverage['uncovered'][number] & { count: number }>`
    SELECT p.structure_id, p.basis, jsonb_build_object('lat', s.lat, 'lng', s.lng) AS location, count(*) OVER ()::integer AS count
      FROM defcon_premises p JOIN ${sql.raw(structurePlaces)} s ON s.id = p.structure_id
     WHERE p.hq_id = ${hqId} AND p.basis IN ('headquarters', 'fallback') ORDER BY p.id LIMIT ${mostUncovered}`.execute(
    tx,
  );
  return { uncovered: rows.map(({ count: _, ...one }) => one), uncoveredCount: rows[0]?.count ?? 0 };
}

type Place = { lat: number; lng: number; stationId: number | null; fixed: boolean };

/** What an area would contain, and which premises would get another police, without a change of anything. */
export async function previewOf(
  { tx, actor }: Asking,
  { id = null, kind, polygons }: z.infer<NonNullable<typeof localityRoutes.preview.body>>,
): Promise<Preview> {
  return bypassRls(tx, actor.scope, async () => {
    const before = id === null ? undefined : (await areasOf(tx, areaKinds[kind], [id])).get(id);
    const box = boxOf([...polygons, ...(before?.polygons ?? [])]);
    if (!box) throw new Error('an area without polygons');
    const { rows: places } = await sql<Place>`
      SELECT s.lat, s.lng, p.station_id, p.basis = 'manual' OR ${kind === 'headquarters'} AND p.basis = 'area' AS fixed
        FROM defcon_premises p JOIN ${sql.raw(structurePlaces)} s ON s.id = p.structure_id WHERE ${inBox(box, 's')}`.execute(
      tx,
    );
    const now = await areasIn(tx, areaKinds[kind], box);
    const squareMetres = squareMetresOf(polygons);
    const drawn: Area = { subjectId: id ?? Number.MAX_SAFE_INTEGER, polygons, squareMetres };
    const next = [...now.filter(({ subjectId }) => subjectId !== id), drawn];
    const rings = polygons.map(ringsOf);
    const inside = places.filter((at) => rings.some((one) => contains(one, at))).length;
    const moves = movesBetween(places, new AreaIndex(now), new AreaIndex(next));
    return { squareMetres, inside, moves: await withNames(tx, moves) };
  });
}

type Move = { from: number | null; to: number | null; count: number };

function movesBetween(places: readonly Place[], now: AreaIndex, next: AreaIndex): Move[] {
  const moves = new Map<string, Move>();
  for (const place of places.filter(({ fixed }) => !fixed)) {
    const [from, to] = [now.smallest(place), next.smallest(place)];
    if (from === to) continue;
    const key = `${from} ${to}`;
    moves.set(key, { from, to, count: 1 + (moves.get(key)?.count ?? 0) });
  }
  return [...moves.values()].sort((a, b) => b.count - a.count);
}

/** A police that is not stored yet has the id 0 and no name. */
async function withNames(tx: Tx, moves: readonly Move[]): Promise<Preview['moves']> {
  const ids = moves.flatMap(({ from, to }) => [from, to]).filter((id) => id !== null && Number.isInteger(id));
  const known = ids.filter((id) => id !== Number.MAX_SAFE_INTEGER);
  const { rows } = await sql<NamedLocality>`
    SELECT id, name_en, name_ar FROM defcon_locality WHERE id = ANY (${known}::integer[])`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const of = (id: number | null): NamedLocality | null =>
    id === null ? null : (byId.get(id) ?? { id: 0, nameEn: '', nameAr: '' });
  return moves.map(({ from, to, count }) => ({ from: of(from), to: of(to), count }));
}
