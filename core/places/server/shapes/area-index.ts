import { area } from '@turf/area';
import { polygon } from '@turf/helpers';
import Flatbush from 'flatbush';
import { type AreaPolygon, contains, type Point, type Rings, ringsOf } from '../../common/area-geometry.ts';

/** An area in force. */
export type Area = { subjectId: number; polygons: readonly AreaPolygon[]; squareMetres: number };

export function squareMetresOf(polygons: readonly AreaPolygon[]): number {
  return polygons.reduce((sum, one) => {
    const closed = ringsOf(one).rings.map((ring) => [...ring, ring[0] ?? [0, 0]].map(([lng, lat]) => [lng, lat]));
    return sum + area(polygon(closed));
  }, 0);
}

/** Areas by place, the smallest first, then the lowest id. */
export class AreaIndex {
  private readonly shapes: { subjectId: number; rank: number; rings: Rings }[] = [];
  private readonly boxes: Flatbush | null;

  constructor(areas: readonly Area[]) {
    // In whole square metres: areas of the same size differ by rounding errors.
    const size = ({ squareMetres }: Area) => Math.round(squareMetres);
    const ranked = areas.toSorted((a, b) => size(a) - size(b) || a.subjectId - b.subjectId);
    for (const [rank, { subjectId, polygons }] of ranked.entries())
      for (const one of polygons) this.shapes.push({ subjectId, rank, rings: ringsOf(one) });
    this.boxes = this.shapes.length === 0 ? null : new Flatbush(this.shapes.length);
    // Flatbush compares doubles with the boxes as they are: a location on an edge may be a rounding error outside.
    const margin = 1e-8;
    for (const { rings } of this.shapes) {
      const [west, south, east, north] = rings.box;
      this.boxes?.add(west - margin, south - margin, east + margin, north + margin);
    }
    this.boxes?.finish();
  }

  /** The record of the smallest area with a location; null outside of all. */
  smallest(at: Point): number | null {
    if (!this.boxes) return null;
    const { boxes, shapes } = this;
    const found = [at.lng, at.lng + 360, at.lng - 360]
      .flatMap((lng) => boxes.search(lng, at.lat, lng, at.lat))
      .map((n) => shapes[n])
      .filter((one) => one !== undefined)
      .sort((a, b) => a.rank - b.rank);
    return found.find(({ rings }) => contains(rings, at))?.subjectId ?? null;
  }
}
