import { codeOfCountry, countryOfCity } from '#core/countries/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';

type Place = { countryId: number | null; cityId: number | null };

/**
 * Country and city after a change of one or both: a city sets its country, another country clears the old city. Refuses
 * a city of another country.
 */
export async function livingPlace(
  tx: Tx,
  before: Place,
  { countryId, cityId }: { countryId?: number | null | undefined; cityId?: number | null | undefined },
): Promise<Partial<Place>> {
  if (countryId === undefined && cityId === undefined) return {};
  if (cityId) {
    const around = await countryOfCity(tx, cityId);
    if (around === null || (countryId !== undefined && countryId !== around)) throw invalid('cityId', 'invalid');
    return { cityId, countryId: around };
  }
  if (countryId === undefined) return { cityId: null };
  if (countryId !== null && (await codeOfCountry(tx, countryId)) === null) throw invalid('countryId', 'invalid');
  const stays = cityId === undefined && countryId === before.countryId;
  return stays ? {} : { countryId, cityId: null };
}
