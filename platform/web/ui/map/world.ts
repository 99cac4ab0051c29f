import { feature } from 'topojson-client';
import fineUrl from 'world-atlas/countries-10m.json?url';
import atlasUrl from 'world-atlas/countries-50m.json?url';
import type { World } from '#platform/common/country-at.ts';

const addresses = { usual: atlasUrl, fine: fineUrl };
type Detail = keyof typeof addresses;
const loading = new Map<Detail, Promise<World>>();

/** The countries of the world, served by this installation: 0.2 MB compressed, or 1.2 MB with fine outlines. Loaded once. */
export function worldCountries(detail: Detail = 'usual'): Promise<World> {
  const before = loading.get(detail);
  if (before) return before;
  const loaded = fetch(addresses[detail])
    .then((answer) => answer.json() as Promise<Parameters<typeof feature>[0]>)
    .then((atlas) => feature(atlas, atlas.objects.countries as never) as unknown as World)
    .then(({ features }) => ({ type: 'FeatureCollection' as const, features: features.map(whole) }))
    .catch((error: unknown) => {
      loading.delete(detail);
      throw error;
    });
  loading.set(detail, loaded);
  return loaded;
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
