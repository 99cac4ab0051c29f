import { sql } from 'kysely';
import { inCompanies } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { forecastRoutes } from '../../common/forecast.ts';
import { readableAt } from '../locations/sites.ts';
import { forecastOf } from './read-forecast.ts';

export const forecastHandlers: Handlers<typeof forecastRoutes> = {
  async get({ tx, actor, params: { id } }) {
    const seen = await sql`
      SELECT FROM sparking_location t
       WHERE t.id = ${id} AND ${inCompanies(actor.scope, 'company_id')} AND ${readableAt(actor, 'location', 't.id')}`.execute(
      tx,
    );
    const forecast = seen.rows.length === 0 ? undefined : await forecastOf(tx, id, Date.now());
    if (!forecast) throw refuse(404, 'not-found');
    return forecast;
  },
};
