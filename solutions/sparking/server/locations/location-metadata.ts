import { type RawBuilder, sql } from 'kysely';
import { cityNamed } from '#core/countries/server/api.ts';
import { structureCities } from '#core/places/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { facets } from '#platform/server/records/records.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { ShownLocation } from '../../common/location.ts';
import type { locationRoutes } from '../../common/location-routes.ts';
import type { Fill } from '../counters/fill-state.ts';
import { readableAt } from './sites.ts';

/** The values by which the car parks that the caller sees can be filtered, each with how many there are. */
export const locationMetadata: Handlers<typeof locationRoutes>['metadata'] = async (context) => {
  const { actor } = context;
  const where = [inCompanies(actor.scope, 'company_id'), readableAt(actor, 'location', 't.id')];
  const of = { table: 'sparking_location', where };
  const types = await facets<ShownLocation['type']>(context, { ...of, field: 'type' });
  const open = await facets(context, { ...of, field: 'public' });
  return {
    total: types.reduce((all, { count }) => all + count, 0),
    types,
    public: open.map(({ value, count }) => ({ value: Boolean(value), count })),
    ...(await placesAndFills(context, sql.join(where, sql` AND `))),
  };
};

type City = { value: { id: number; name: string }; count: number };

const placesAndFills = ({ tx, actor, locale }: Pick<Context, 'tx' | 'actor' | 'locale'>, where: RawBuilder<unknown>) =>
  bypassRls(tx, actor.scope, async () => {
    const filled = await sql<{ value: Fill; count: number }>`
      SELECT coalesce(f.fill, 'open') AS value, count(*)::integer AS count
        FROM sparking_location t LEFT JOIN sparking_fill f ON f.location_id = t.id AND f.group_id = 0 WHERE ${where} GROUP BY 1 ORDER BY 2 DESC, 1`.execute(
      tx,
    );
    const found = await sql<City>`
      SELECT ${cityNamed(locale)('n.city_id')} AS value, n.count
        FROM (SELECT s.city_id, count(*)::integer AS count FROM sparking_location t JOIN ${sql.raw(structureCities)} s ON s.id = t.id
               WHERE ${where} AND s.city_id IS NOT NULL GROUP BY s.city_id) n ORDER BY n.count DESC, n.city_id`.execute(
      tx,
    );
    return { fills: filled.rows, cities: found.rows };
  });
