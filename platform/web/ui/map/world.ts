import { feature } from 'topojson-client';
import atlasUrl from 'world-atlas/countries-50m.json?url';
import type { World } from '#platform/common/country-at.ts';

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
