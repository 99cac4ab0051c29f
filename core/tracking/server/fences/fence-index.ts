import Flatbush from 'flatbush';
import { sql } from 'kysely';
import { type Shape, shape as shapeSchema } from '#core/places/common/geofence.ts';
import { geofenceShapes, geofenceVersions } from '#core/places/server/api.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import { type FenceGeometry, geometryOf } from './fence-geometry.ts';

type Location = { lat: number; lng: number };
/** `limit`: the speed limit in km/h; null without one. */
export type Fence = { id: number; name: string; limit: number | null; geometry: FenceGeometry };
/** A geofence as it is stored. */
type DrawnFence = { id: number; name: string; shape: Shape; speedLimit?: number | null };

/** The geofences of a company by place. */
export class FenceIndex {
  readonly version: number;
  private readonly fences: readonly Fence[];
  private readonly byId: ReadonlyMap<number, Fence>;
  private readonly boxes: Flatbush | null;
  /** The fence of each box: one that crosses the 180th meridian has two. */
  private readonly boxFences: Fence[] = [];

  constructor(version: number, shapes: readonly DrawnFence[]) {
    this.version = version;
    this.fences = shapes.map(({ id, name, shape, speedLimit = null }) => ({
      id,
      name,
      limit: speedLimit,
      geometry: geometryOf(shape),
    }));
    this.byId = new Map(this.fences.map((fence) => [fence.id, fence]));
    const boxes = this.fences.flatMap((fence) => {
      const [west, south, east, north] = fence.geometry.box;
      const turns = east > 180 ? [0, -360] : west < -180 ? [0, 360] : [0];
      return turns.map((turn) => {
        this.boxFences.push(fence);
        return [west + turn, south, east + turn, north] as const;
      });
    });
    this.boxes = boxes.length === 0 ? null : new Flatbush(boxes.length);
    for (const box of boxes) this.boxes?.add(...box);
    this.boxes?.finish();
  }

  get(id: number): Fence | undefined {
    return this.byId.get(id);
  }

  /** The fences whose box a line between two locations may meet. */
  along(from: Location, to: Location): Fence[] {
    const found = this.boxes?.search(
      Math.min(from.lng, to.lng),
      Math.min(from.lat, to.lat),
      Math.max(from.lng, to.lng),
      Math.max(from.lat, to.lat),
    );
    return (found ?? []).flatMap((at) => this.boxFences[at] ?? []);
  }

  /** The fences whose box contains the location. */
  near({ lat, lng }: Location): Fence[] {
    return (this.boxes?.search(lng, lat, lng, lat) ?? []).flatMap((at) => this.boxFences[at] ?? []);
  }
}

const none = new FenceIndex(0, []);

/** A shape of another version of the program must not stop the positions of a company. */
export const fenceIndexOf = (version: number, shapes: readonly DrawnFence[]): FenceIndex =>
  new FenceIndex(
    version,
    shapes.filter(({ shape }) => shapeSchema.safeParse(shape).success),
  );

/** The geofences of a company, or some of them, as they are drawn now. */
export async function readFences(
  tx: Tx,
  company: number,
  fences: 'all' | readonly number[] = 'all',
): Promise<FenceIndex> {
  const { rows } = await sql<DrawnFence>`
    SELECT id, name, shape, speed_limit FROM ${sql.raw(geofenceShapes)} g
     WHERE company_id = ${company} AND (${fences === 'all'} OR id = ANY (${fences === 'all' ? [] : fences}::integer[]))`.execute(
    tx,
  );
  return fenceIndexOf(0, rows);
}

/** The geofences of companies in memory, as new as the transaction that asks. */
export class FenceIndexes {
  private readonly byCompany = new Map<number, FenceIndex>();

  /** Reads the versions of the companies, and the geofences of those that have changed. */
  async load(tx: Tx, companies: readonly number[]): Promise<void> {
    const { rows: versions } = await queryText<{ company: number; version: string }>(tx, {
      name: 'geofence-versions',
      text: `SELECT company_id AS company, version FROM ${geofenceVersions} v WHERE company_id = ANY ($1::integer[])`,
      values: [`{${companies.join()}}`],
    });
    const changed = versions.filter(({ company, version }) => this.of(company).version !== Number(version));
    if (changed.length === 0) return;
    const { rows: shapes } = await queryText<DrawnFence & { company: number }>(tx, {
      name: 'geofence-shapes',
      text: `SELECT id, company_id AS company, name, shape, speed_limit AS "speedLimit" FROM ${geofenceShapes} g WHERE company_id = ANY ($1::integer[]) ORDER BY id`,
      values: [`{${changed.map(({ company }) => company).join()}}`],
    });
    const grouped = Map.groupBy(shapes, ({ company }) => company);
    for (const { company, version } of changed)
      this.byCompany.set(company, fenceIndexOf(Number(version), grouped.get(company) ?? []));
  }

  of(company: number): FenceIndex {
    return this.byCompany.get(company) ?? none;
  }
}
