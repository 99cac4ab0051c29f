import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

type Locale = 'en' | 'ar';
type Named = { id: number; name: string } | null;
const nameIn = (locale: Locale) => sql.ref(locale === 'ar' ? 'name_ar' : 'name_en');

const named = (table: 'country' | 'city', locale: Locale) => (column: string) =>
  sql<Named>`(SELECT jsonb_build_object('id', named.id, 'name', named.${nameIn(locale)}) FROM ${sql.table(table)} named WHERE named.id = ${sql.ref(column)})`;

/** `{id, name}` of the country or city that a column names, in the reader's language, within another slice's statement. */
export const countryNamed = (locale: Locale) => named('country', locale);
export const cityNamed = (locale: Locale) => named('city', locale);

/** A country as replies name it: its English name, its name in the reader's language and its code. */
export const countryShown = (locale: Locale) => (column: string) =>
  sql<{
    id: number;
    name: string;
    localizedName: string;
    shortCode: string;
  } | null>`(SELECT jsonb_build_object('id', named.id, 'name', named.name_en, 'localizedName', named.${nameIn(locale)}, 'shortCode', named.code) FROM country named WHERE named.id = ${sql.ref(column)})`;

/** A city as `cityNamed` returns it, with its country: `{id, name, countryId}`. */
export const cityInCountry = (locale: Locale) => (column: string) =>
  sql<{
    id: number;
    name: string;
    countryId: number;
  } | null>`(SELECT jsonb_build_object('id', named.id, 'name', named.${nameIn(locale)}, 'countryId', named.country_id) FROM city named WHERE named.id = ${sql.ref(column)})`;

/** The two-letter code of the country that a column names, within another slice's statement. */
export const countryCode = (column: string) =>
  sql<string | null>`(SELECT coded.code FROM country coded WHERE coded.id = ${sql.ref(column)})`;

/** The ids of countries by their two-letter codes. */
export async function countriesWithCodes(tx: Tx, codes: readonly string[]): Promise<Map<string, number>> {
  const found = await tx.selectFrom('country').select(['id', 'code']).where('code', 'in', codes).execute();
  return new Map(found.map(({ id, code }) => [code, id]));
}

/** The two-letter code of a country; null for an unknown id. */
export async function codeOfCountry(tx: Tx, id: number): Promise<string | null> {
  const found = await tx.selectFrom('country').select('code').where('id', '=', id).executeTakeFirst();
  return found?.code ?? null;
}

/** The country of a city; null when there is no city of this id. */
export async function countryOfCity(tx: Tx, id: number): Promise<number | null> {
  return (await countriesOfCities(tx, [id])).get(id) ?? null;
}

/** The countries of cities by the cities' ids. */
export async function countriesOfCities(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const found = await tx.selectFrom('city').select(['id', 'countryId']).where('id', 'in', ids).execute();
  return new Map(found.map(({ id, countryId }) => [id, countryId]));
}
