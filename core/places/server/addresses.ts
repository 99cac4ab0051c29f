import type { Kit } from '#platform/server/kit.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { GeocodedPlace, geocoderRoutes } from '../common/address.ts';
import { structure } from '../common/structure.ts';
import { askGeocoder, type GeocoderResult, maxResults } from './geocoder.ts';
import { outsideCountryCheck } from './world.ts';

const maxAddressLength = structure.fields.shape.address.maxLength ?? Number.POSITIVE_INFINITY;

const placeOf = ({ lat, lon, display_name: name, address }: GeocoderResult): GeocodedPlace => ({
  address: name.slice(0, maxAddressLength),
  location: { lat, lng: lon },
  countryCode: address?.country_code ?? null,
});

/** Returns a check whether a place is in another country: by its country code, else by the country outlines. */
async function otherCountryCheck(country: string | undefined): Promise<(place: GeocodedPlace) => boolean> {
  if (!country) return () => false;
  const isOutsideCountry = await outsideCountryCheck();
  return ({ countryCode, location }) => (countryCode ? countryCode !== country : isOutsideCountry(location, country));
}

async function search(kit: Kit, locale: string, { text, country }: { text: string; country?: string | undefined }) {
  const results = await askGeocoder(kit, 'search', {
    q: text.toLowerCase(),
    limit: String(maxResults),
    'accept-language': locale,
    ...(country ? { countrycodes: country.toLowerCase() } : {}),
  });
  if (!results) return null;
  const isInOtherCountry = await otherCountryCheck(country);
  return results
    .map(placeOf)
    .filter((place) => !isInOtherCountry(place))
    .slice(0, maxResults);
}

export const geocoderHandlers: Handlers<typeof geocoderRoutes> = {
  search: async ({ kit, locale, query }) => ({ places: await search(kit, locale, query) }),
  at: async ({ kit, locale, query: { lat, lng, country } }) => {
    const results = await askGeocoder(kit, 'reverse', {
      // About ten metres, so that requests for the same house are cached.
      lat: lat.toFixed(4),
      lon: lng.toFixed(4),
      'accept-language': locale,
    });
    const place = results && { ...placeOf(results), location: { lat, lng } };
    if (place && (await otherCountryCheck(country))(place)) throw invalid('location', 'invalidPlace');
    return { place };
  },
};
