import codes from 'i18n-iso-countries/codes.json';
import { feature } from 'topojson-client';
import atlasUrl from 'world-atlas/countries-50m.json?url';
import type { Location } from './location.ts';

export type World = GeoJSON.FeatureCollection<GeoJSON.Geometry>;

let loading: Promise<World> | null = null;

/** The countries of the world, from this installation itself. Loaded once. */
export function worldCountries(): Promise<World> {
  loading ??= fetch(atlasUrl)
    .then((answer) => answer.json() as Promise<Parameters<typeof feature>[0]>)
    .then((atlas) => feature(atlas, atlas.objects.countries as never) as unknown as World)
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}

/** Two-letter code of the country at a place; null at sea, and where the coast is drawn too coarsely to tell. */
export async function countryAt(at: Location): Promise<string | null> {
  const { features } = await worldCountries();
  const found = features.find(({ geometry }) => holds(geometry, at));
  return codes.find(([, , number]) => number === String(found?.id))?.[0] ?? null;
}

function holds(geometry: GeoJSON.Geometry, at: Location): boolean {
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  // Odd over all rings: a hole takes out what its outline put in.
  return polygons.some((rings) => rings.reduce((odd, ring) => odd !== inRing(ring, at), false));
}

function inRing(ring: GeoJSON.Position[], { lat, lng }: Location): boolean {
  let odd = false;
  for (const [i, [bx = 0, by = 0]] of ring.entries()) {
    const [ax = 0, ay = 0] = ring[(i || ring.length) - 1] ?? [];
    if (ay > lat !== by > lat && lng < ((bx - ax) * (lat - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}
