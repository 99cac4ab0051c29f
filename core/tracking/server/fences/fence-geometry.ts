import { area } from '@turf/area';
import { lineString, point, polygon } from '@turf/helpers';
import { pointToLineDistance } from '@turf/point-to-line-distance';
import { pointToPolygonDistance } from '@turf/point-to-polygon-distance';
import { metresBetween, type Shape } from '#core/places/common/geofence.ts';

type Location = { lat: number; lng: number };
/** [west, south, east, north] in degrees; east may be beyond 180. */
export type Box = [west: number, south: number, east: number, north: number];

export type FenceGeometry = {
  box: Box;
  /** The radius in metres of a circle with the same area. */
  radius: number;
  /** Metres from the edge: negative within. */
  distance(location: Location): number;
};

const metresOfDegree = 111_195;
const metres = { units: 'meters', method: 'planar' } as const;

/** Longitudes within half a turn of `near`, so that a shape across the 180th meridian is whole. */
const unwrapped = (lng: number, near: number): number => near + ((((lng - near + 180) % 360) + 360) % 360) - 180;

const boxOf = (path: readonly Location[], margin = 0): Box => {
  const lats = path.map(({ lat }) => lat);
  const lngs = path.map(({ lng }) => lng);
  const south = Math.min(...lats) - margin / metresOfDegree;
  const north = Math.max(...lats) + margin / metresOfDegree;
  const widest = Math.max(Math.abs(south), Math.abs(north));
  const wide = margin / (metresOfDegree * Math.max(0.01, Math.cos((Math.min(widest, 89) * Math.PI) / 180)));
  return [Math.min(...lngs) - wide, south, Math.max(...lngs) + wide, north];
};

function ofPath(path: readonly Location[]): FenceGeometry {
  const near = path[0]?.lng ?? 0;
  const corners = path.map(({ lat, lng }) => ({ lat, lng: unwrapped(lng, near) }));
  const ring = [...corners, corners[0] as Location].map(({ lat, lng }) => [lng, lat]);
  const shape = polygon([ring]);
  return {
    box: boxOf(corners),
    radius: Math.sqrt(area(shape) / Math.PI),
    distance: ({ lat, lng }) => pointToPolygonDistance(point([unwrapped(lng, near), lat]), shape, metres),
  };
}

function ofCorridor(path: readonly Location[], width: number): FenceGeometry {
  const near = path[0]?.lng ?? 0;
  const points = path.map(({ lat, lng }) => ({ lat, lng: unwrapped(lng, near) }));
  const line = lineString(points.map(({ lat, lng }) => [lng, lat]));
  const length = points.slice(1).reduce((sum, one, i) => sum + metresBetween(points[i] as Location, one), 0);
  return {
    box: boxOf(points, width / 2),
    radius: Math.sqrt((length * width) / Math.PI),
    distance: ({ lat, lng }) => pointToLineDistance(point([unwrapped(lng, near), lat]), line, metres) - width / 2,
  };
}

/** The properties of a shape that the geofence engine needs, computed once. */
export function geometryOf(shape: Shape): FenceGeometry {
  if (shape.kind === 'circle') {
    const { center, radius } = shape;
    return {
      box: boxOf([center], radius),
      radius,
      distance: (location) => metresBetween(center, location) - radius,
    };
  }
  if (shape.kind === 'corridor') return ofCorridor(shape.path, shape.width);
  if (shape.kind === 'polygon') return ofPath(shape.path);
  const { north, south, east, west } = shape.bounds;
  return ofPath([
    { lat: north, lng: west },
    { lat: north, lng: east },
    { lat: south, lng: east },
    { lat: south, lng: west },
  ]);
}
