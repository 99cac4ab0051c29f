/** What is proposed before anybody chose. Apart from the routes: signing up loads no schemas. */
export const unitedArabEmirates = 233;

/** Gazetteer ids of the cities that a country proposes. */
const usualCities: Readonly<Record<number, number>> = { [unitedArabEmirates]: 292_223 };
export const defaultCityOf = (countryId: number): number | null => usualCities[countryId] ?? null;
