import { sql } from 'kysely';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { structureKinds } from '../../common/structure.ts';
import { placesNamed } from '../place-names.ts';
import { structuresOf } from './structure-rows.ts';

type NamedCount = { id: number; name: string; structures: number };
type Meta = {
  total: number;
  countries: NamedCount[];
  cities: NamedCount[];
  areas: NamedCount[];
  kinds: { kind: (typeof structureKinds)[number]; structures: number }[];
};

/** The filter values of a company's structures, from one scan. */
export async function structureMeta(tx: Tx, actor: Actor, companyId: number, locale: 'en' | 'ar'): Promise<Meta> {
  const named = placesNamed(locale);
  const countBy = (kind: 'country' | 'city' | 'area', column: string) => sql`
    coalesce((SELECT jsonb_agg(${named[kind]('n.id')} || jsonb_build_object('structures', n.structures) ORDER BY n.structures DESC, n.id)
      FROM (SELECT ${sql.ref(column)} AS id, count(*) AS structures FROM seen GROUP BY 1) n WHERE n.id IS NOT NULL), '[]')`;
  const where = sql.join(structuresOf(actor, companyId), sql` AND `);
  const meta = await bypassRls(tx, actor.scope, () =>
    sql<Meta>`
      WITH seen AS MATERIALIZED (SELECT t.country_id, t.city_id, t.area_id, t.kind FROM structure t WHERE ${where})
      SELECT (SELECT count(*) FROM seen) AS total,
        ${countBy('country', 'country_id')} AS countries,
        ${countBy('city', 'city_id')} AS cities,
        ${countBy('area', 'area_id')} AS areas,
        coalesce((SELECT jsonb_agg(jsonb_build_object('kind', kind, 'structures', n) ORDER BY n DESC, kind)
          FROM (SELECT kind, count(*) AS n FROM seen GROUP BY kind) k), '[]') AS kinds`.execute(tx),
  );
  return meta.rows[0] as Meta;
}
