import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

export type PlaceNamed = { line: number; country?: string | undefined; city?: string | undefined };
export type PlaceFound = { line: number; countryId: number | null; code: string | null; cityId: number | null };

/** A name as it is compared: folded and without blanks, which Arabic names of cities are written with or without. */
const bare = (column: string) => sql`replace(rasid_fold(${sql.ref(column)}), ' ', '')`;

/**
 * What the lines of a table name, in one statement: countries by their code or by their name in either language, cities
 * of the line's country by name. The largest of several cities of the same name is chosen.
 */
export async function placesFound(tx: Tx, lines: readonly PlaceNamed[]): Promise<PlaceFound[]> {
  if (lines.length === 0) return [];
  const found = await sql<PlaceFound>`
    WITH w AS MATERIALIZED (
      SELECT line, ${bare('country')} AS country, ${bare('city')} AS city
        FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS w (line integer, country text, city text)
    ), c AS MATERIALIZED (
      SELECT id, lower(code) AS key FROM country UNION SELECT id, ${bare('name_en')} FROM country UNION SELECT id, ${bare('name_ar')} FROM country
    ), t AS MATERIALIZED (
      SELECT DISTINCT ON (country_id, key) country_id, key, id
        FROM (SELECT country_id, population, id, unnest(ARRAY[${bare('name_en')}, ${bare('name_ar')}]) AS key FROM city
               WHERE country_id IN (SELECT c.id FROM w JOIN c ON c.key = w.country WHERE w.city IS NOT NULL)) AS cities
       WHERE key IN (SELECT city FROM w)
       ORDER BY country_id, key, population DESC, id DESC
    )
    SELECT w.line, c.id AS country_id, (SELECT code FROM country WHERE id = c.id) AS code, t.id AS city_id
      FROM w LEFT JOIN c ON c.key = w.country LEFT JOIN t ON t.country_id = c.id AND t.key = w.city`.execute(tx);
  return found.rows;
}
