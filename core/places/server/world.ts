import { feature } from 'topojson-client';
import { isInOtherCountry, type World } from '#platform/common/country-at.ts';

let loading: Promise<World> | null = null;

/** The country outlines, loaded for the first check. */
function worldCountries(): Promise<World> {
  loading ??= import('world-atlas/countries-50m.json', { with: { type: 'json' } }).then(({ default: atlas }) => {
    const topology = atlas as unknown as Parameters<typeof feature>[0];
    return feature(topology, topology.objects.countries as never) as unknown as World;
  });
  return loading;
}

/** Returns a check whether a location is outside the country of a two-letter code. */
export async function outsideCountryCheck(): Promise<(at: { lat: number; lng: number }, code: string) => boolean> {
  const world = await worldCountries();
  return (at, code) => isInOtherCountry(world, at, code);
}
