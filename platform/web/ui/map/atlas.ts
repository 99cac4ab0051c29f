import { feature } from 'topojson-client';
import type { World } from '#platform/common/country-at.ts';

export type Atlas = Parameters<typeof feature>[0];

/** Fetches an atlas of countries (TopoJSON) as GeoJSON. */
export async function countriesFrom(address: string): Promise<World> {
  const answer = await fetch(address);
  return countriesOf((await answer.json()) as Atlas);
}

/** The countries of an atlas as GeoJSON. */
export function countriesOf(atlas: Atlas): World {
  const { features } = feature(atlas, atlas.objects.countries as never) as unknown as World;
  return { type: 'FeatureCollection', features: features.map(whole) };
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
