import pino from 'pino';
import type { Point } from '#core/places/common/area-geometry.ts';
import { drawArea, smallestAreaOf } from '#core/places/server/api.ts';
import { openKit } from '#main/compose.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { inSystem, openPool } from '#platform/server/postgres/database.ts';
import { addCompany } from '../fixtures/fixtures.ts';
import { percentile } from '../load-process.ts';
import { benchPostgres } from '../workplace.ts';

const structureCount = Number(process.env.BENCH_STRUCTURES ?? 10_000);
const areaCount = 60;
const pointsOfArea = 500;
const repetitions = Math.max(1, Math.round(Number(process.env.BENCH_REPETITIONS ?? 20) / 4));
const kind = 'defcon.station';

/** A number between 0 and 1 that is the same in every run. */
const fixed = (n: number) => (Math.sin(n * 12.9898) * 43758.5453) % 1;
const between = (n: number, from: number, to: number) => from + Math.abs(fixed(n)) * (to - from);

/** A star of many points around a centre; its neighbours overlap it. */
function outline(n: number): Point[] {
  const centre = { lat: between(n, 24.8, 25.4), lng: between(n + 500, 55, 55.6) };
  const radius = 0.02 + (n % 7) * 0.012;
  return Array.from({ length: pointsOfArea }, (_, at) => {
    const angle = (2 * Math.PI * at) / pointsOfArea;
    const far = radius * (1 + 0.25 * Math.sin(angle * 9));
    return { lat: centre.lat + far * Math.sin(angle), lng: centre.lng + far * Math.cos(angle) };
  });
}

/** Whether the point is inside: each edge that crosses its parallel to the east counts. */
function isInside(area: readonly Point[], { lat, lng }: Point): boolean {
  let inside = false;
  let before = area.at(-1) as Point;
  for (const point of area) {
    if (point.lat > lat !== before.lat > lat) {
      const east = point.lng + ((before.lng - point.lng) * (lat - point.lat)) / (before.lat - point.lat);
      if (lng < east) inside = !inside;
    }
    before = point;
  }
  return inside;
}

/** The stations of structures by their areas, compared with a test of every area for every structure. */
export async function measureStations() {
  const postgres = await benchPostgres();
  const pool = openPool(postgres.adminUrl);
  const { kit, close } = await openKit({
    databaseUrl: postgres.url,
    roles: [],
    secrets: { signing: new Uint8Array(32).fill(1), sealing: new Uint8Array(32).fill(2) },
    publicUrl: 'http://localhost',
    settings: { host: '127.0.0.1', mqttPort: 0, demo: false },
    log: pino({ level: 'warn' }),
  });
  try {
    const companyId = await addCompany(pool, 'Police', ['defcon']);
    const areas = Array.from({ length: areaCount }, (_, n) => outline(n + 1));
    for (const [n, outer] of areas.entries())
      await emittingAsSystem(kit, kit.db, (context) =>
        drawArea(context, { companyId, kind, subjectId: n + 1 }, { polygons: [{ outer, holes: [] }], active: true }),
      );
    const { rows } = await pool.query<{ id: number; size: number }>(
      'SELECT subject_id AS id, square_metres AS size FROM area_shape WHERE kind = $1 ORDER BY square_metres, subject_id',
      [kind],
    );
    const points = Array.from({ length: structureCount }, (_, n) => ({
      lat: between(n + 1000, 24.75, 25.45),
      lng: between(n + 90_000, 54.95, 55.65),
    }));
    const [productMs, bareMs]: [number[], number[]] = [[], []];
    for (let n = 0; n < repetitions; n++) {
      let startedAt = performance.now();
      const found = await inSystem(kit.db, (tx) => smallestAreaOf(tx, kind, points));
      productMs.push(performance.now() - startedAt);
      startedAt = performance.now();
      const tested = points.map((point) => {
        const inside = rows.map(({ id }) => isInside(areas[id - 1] as Point[], point));
        const at = inside.indexOf(true);
        return at < 0 ? null : (rows[at]?.id ?? null);
      });
      bareMs.push(performance.now() - startedAt);
      const differing = tested.filter((id, at) => id !== (found[at] ?? null)).length;
      if (differing > 0) throw new Error(`${differing} structures have another station`);
    }
    const [own, bare] = [percentile(productMs, 0.5), percentile(bareMs, 0.5)];
    return {
      structures: structureCount,
      stationsMs: Math.round(own),
      everyPolygonMs: Math.round(bare),
      stationsFaster: Number((bare / own).toFixed(1)),
    };
  } finally {
    await close();
    await pool.end();
    await postgres.stop();
  }
}
