import { feature } from 'topojson-client';
import atlasUrl from 'world-atlas/countries-50m.json?url';
import type { World } from '#platform/common/country-at.ts';

let loading: Promise<World> | null = null;

/** The countries of the world, served by this installation. Loaded once. */
export function worldCountries(): Promise<World> {
  loading ??= fetch(atlasUrl)
    .then((answer) => answer.json() as Promise<Parameters<typeof feature>[0]>)
    .then((atlas) => feature(atlas, atlas.objects.countries as never) as unknown as World)
    .then(({ features }) => ({ type: 'FeatureCollection' as const, features: features.map(whole) }))
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}

/** Antarctica surrounds the south pole and always crosses the 180th meridian. */
const antarctica = '010';

/** Land that the 180th meridian cuts is extended beyond it, instead of a line across the map. */
function whole(country: World['features'][number]): World['features'][number] {
  const { geometry } = country;
  if (country.id === antarctica) return country;
  if (geometry.type === 'Polygon')
    return { ...country, geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrapped) } };
  if (geometry.type !== 'MultiPolygon') return country;
  return { ...country, geometry: { ...geometry, coordinates: geometry.coordinates.map((one) => one.map(unwrapped)) } };
}

function unwrapped(ring: GeoJSON.Position[]): GeoJSON.Position[] {
  let shift = 0;
  return ring.map(([lng = 0, lat = 0], at) => {
    const step = at === 0 ? 0 : lng - (ring[at - 1]?.[0] ?? 0);
    if (Math.abs(step) > 180) shift -= Math.sign(step) * 360;
    return [lng + shift, lat];
  });
}
