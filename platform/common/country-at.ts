import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };

type Place = { lat: number; lng: number };
export type World = GeoJSON.FeatureCollection<GeoJSON.Geometry>;

/**
 * The ISO 3166-1 alpha-2 code of the country at a location; null at sea and where the coastline is too coarse to
 * decide.
 */
export function countryAt({ features }: World, at: Place): string | null {
  const found = features.find(({ geometry }) => holds(geometry, at));
  return codes.find(([, , number]) => number === String(found?.id))?.[0] ?? null;
}

/** About three kilometres: the accuracy of the borders of the map. */
const nearDegrees = 0.03;
const around = [-1, 0, 1].flatMap((north) => [-1, 0, 1].map((east) => [north, east] as const));

/**
 * Whether a location is certainly in another country than `code`. False near a border or at sea, where the map is not
 * accurate enough.
 */
export function isInOtherCountry(world: World, at: Place, code: string): boolean {
  const found = countryAt(world, at);
  if (found === null || found === code) return false;
  return around.every(([north, east]) => {
    const near = { lat: at.lat + north * nearDegrees, lng: at.lng + east * nearDegrees };
    return countryAt(world, near) !== code;
  });
}

function holds(geometry: GeoJSON.Geometry, at: Place): boolean {
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  // Even-odd rule over all rings: a hole excludes what its outline includes.
  return polygons.some((rings) => rings.reduce((odd, ring) => odd !== inRing(ring, at), false));
}

function inRing(ring: GeoJSON.Position[], { lat, lng }: Place): boolean {
  let odd = false;
  for (const [i, [bx = 0, by = 0]] of ring.entries()) {
    const [ax = 0, ay = 0] = ring[(i || ring.length) - 1] ?? [];
    if (ay > lat !== by > lat && lng < ((bx - ax) * (lat - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}
