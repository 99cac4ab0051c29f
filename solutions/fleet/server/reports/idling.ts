import { sql } from 'kysely';
import type { SectionPart } from '#core/reports/server/api.ts';
import { trackQuarters } from '#core/tracking/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { plateText } from '../../common/vehicle/plate.ts';
import { journeysIn } from './journeys.ts';
import {
  askedOf,
  endOf,
  isoOf,
  type MovementRow,
  movementColumns,
  movementsIn,
  rowsRead,
  withDriver,
} from './movements.ts';
import { placeAbilities, placeNames } from './place-names.ts';

type Row = MovementRow & { during: 'journey' | 'stop'; idleIn: number; found: number; allIdle: number };

const columns = sql`vehicle_id, company_id, vehicle, plate, usual_driver_id, since, began_at, ended_at, starts_here, ends_here, running, start_lat, start_lng, end_lat, end_lng`;

/**
 * The journeys and stops on which vehicles idled in the period. When they did within a journey or stop is not stored. A stop
 * that the period cuts idled there as long as its quarters of an hour have, at most for as long as all of it idled: the
 * quarter in which it begins or ends may have a part of a journey.
 */
export const idling: SectionPart = {
  abilities: () => placeAbilities,
  async read(context, question) {
    const { tx, actor } = context;
    const asked = askedOf(context, question);
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<Row>`${journeysIn(asked)},
        stop AS (SELECT m.* FROM (${movementsIn(asked, 'stop')}) m WHERE m.idle_s > 0),
        idled AS (
          SELECT 'journey' AS during, ${columns}, seconds - driving_in AS idle_in FROM driven WHERE idle_s > 0
          UNION ALL
          SELECT 'stop', ${columns}, CASE WHEN is_cut THEN least(q.idle_s_in, idle_s, seconds) ELSE idle_s END
            FROM stop CROSS JOIN LATERAL (
              SELECT coalesce(sum(q.idle_s), 0) AS idle_s_in FROM ${sql.raw(trackQuarters)} q
               WHERE stop.is_cut AND q.subject_type = 'vehicle' AND q.subject_id = stop.vehicle_id AND q.device_id = stop.device_id
                 AND q.quarter >= date_bin('15 minutes', stop.since, 'epoch') AND q.quarter < stop.until) q)
        SELECT ${movementColumns}, m.during, m.idle_in::float8, count(*) OVER ()::integer AS found, sum(m.idle_in) OVER ()::float8 AS all_idle
          FROM idled m ${withDriver} WHERE m.idle_in > 0
         ORDER BY m.vehicle, m.vehicle_id, m.since LIMIT ${rowsRead(question)}`.execute(tx),
    );
    const named = await placeNames(context);
    return {
      rows: rows.slice(0, question.mostRows).map((row) => ({
        ...{ vehicle: row.vehicle, plate: plateText(row.plate), usualDriver: row.driver, during: row.during },
        // A journey idles on the way.
        place: row.during === 'stop' ? named({ companyId: row.companyId, lat: row.startLat, lng: row.startLng }) : null,
        ...{ from: isoOf(row.beganAt), to: endOf(row), idleInPeriod: row.idleIn },
      })),
      rowCount: rows[0]?.found ?? 0,
      totals: { idleInPeriod: rows[0]?.allIdle ?? 0 },
    };
  },
};
