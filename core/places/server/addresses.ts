import type { Kit } from '#platform/server/kit.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { addressRoutes, FoundPlace } from '../common/address.ts';
import { structure } from '../common/structure.ts';
import { askGeocoder, type Found, mostResults } from './geocoder.ts';
import { outsideCountryCheck } from './world.ts';

const longest = structure.fields.shape.address.maxLength ?? Number.POSITIVE_INFINITY;

const placeOf = ({ lat, lon, display_name: name, address }: Found): FoundPlace => ({
  address: name.slice(0, longest),
  location: { lat, lng: lon },
  countryCode: address?.country_code ?? null,
});

/** Judges whether a place lies in another country than the one that is asked for: by its own word, else by the map. */
async function otherCountry(country: string | undefined): Promise<(place: FoundPlace) => boolean> {
  if (!country) return () => false;
  const elsewhere = await outsideCountryCheck();
  return ({ countryCode, location }) => (countryCode ? countryCode !== country : elsewhere(location, country));
}

async function search(kit: Kit, locale: string, { text, country }: { text: string; country?: string | undefined }) {
  const found = await askGeocoder(kit, 'search', {
    q: text.toLowerCase(),
    limit: String(mostResults),
    'accept-language': locale,
    ...(country ? { countrycodes: country.toLowerCase() } : {}),
  });
  if (!found) return null;
  const wrong = await otherCountry(country);
  return found
    .map(placeOf)
    .filter((place) => !wrong(place))
    .slice(0, mostResults);
}

export const addressHandlers: Handlers<typeof addressRoutes> = {
  search: async ({ kit, locale, query }) => ({ places: await search(kit, locale, query) }),
  at: async ({ kit, locale, query: { lat, lng, country } }) => {
    const found = await askGeocoder(kit, 'reverse', {
      // Some ten metres: the same house is asked for once.
      lat: lat.toFixed(4),
      lon: lng.toFixed(4),
      'accept-language': locale,
    });
    const place = found && { ...placeOf(found), location: { lat, lng } };
    if (place && (await otherCountry(country))(place)) throw invalid('location', 'invalidPlace');
    return { place };
  },
};
