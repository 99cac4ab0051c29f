import { sql } from 'kysely';
import type { SectionPart } from '#core/reports/server/api.ts';
import { bucketLimits } from '#core/tracking/common/movement/buckets.ts';
import { trackQuarters } from '#core/tracking/server/api.ts';
import { wallDay } from '#platform/common/time/wall-clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { driver } from '../../common/drivers/driver.ts';
import { vehicle } from '../../common/vehicle/vehicle.ts';
import { seenDriver } from '../vehicles/may.ts';
import { askedOf, isReported, rowsRead } from './movements.ts';

type Row = {
  driver: string | null;
  /** From 1: which day of the period. */
  day: number;
  metres: number;
  journeys: number;
  driving: number;
  idle: number;
  maxSpeed: number | null;
  found: number;
  allMetres: number;
  allJourneys: number;
  allDriving: number;
  allIdle: number;
};

/**
 * What the vehicles of each usual driver drove on each day: nothing is stored of who drove a vehicle at a time. Vehicles
 * without a usual driver that the person may see have a row as well, so that the totals are those of the vehicles.
 */
export const driverSummary: SectionPart = {
  abilities: () => [vehicle, driver].map(({ name }) => `${name}.read`),
  async read(context, question) {
    const { tx, actor } = context;
    const asked = askedOf(context, question);
    const starts = bucketLimits(Date.parse(asked.from), Date.parse(asked.to), 'day', question.zone);
    const limits = starts.map((at) => new Date(at).toISOString());
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<Row>`
        WITH seen AS (SELECT t.id, t.name FROM fleet_driver t WHERE ${seenDriver(actor)}),
        driven AS (
          SELECT d.id, d.name AS driver, width_bucket(q.quarter, ${limits}::timestamptz[]) AS day, sum(q.metres)::float8 AS metres, sum(q.starts)::float8 AS journeys,
                 sum(q.driving_s)::float8 AS driving, sum(q.idle_s)::float8 AS idle, nullif(max(q.max_speed), 0)::float8 AS max_speed
            FROM fleet_vehicle t JOIN ${sql.raw(trackQuarters)} q ON q.subject_type = 'vehicle' AND q.subject_id = t.id
             AND q.quarter >= ${asked.from}::timestamptz AND q.quarter < ${asked.to}::timestamptz
            LEFT JOIN seen d ON d.id = t.usual_driver_id
           WHERE ${isReported(asked)} GROUP BY 1, 2, 3 HAVING sum(q.metres) > 0 OR sum(q.starts) > 0 OR sum(q.driving_s) > 0 OR sum(q.idle_s) > 0)
        SELECT d.driver, d.day, d.metres, d.journeys, d.driving, d.idle, d.max_speed, count(*) OVER ()::integer AS found, sum(d.metres) OVER () AS all_metres,
               sum(d.journeys) OVER () AS all_journeys, sum(d.driving) OVER () AS all_driving, sum(d.idle) OVER () AS all_idle
          FROM driven d ORDER BY d.driver NULLS LAST, d.id, d.day LIMIT ${rowsRead(question)}`.execute(tx),
    );
    const [first] = rows;
    return {
      rows: rows.slice(0, question.mostRows).map(({ driver: usualDriver, metres, ...row }) => ({
        ...{
          usualDriver,
          day: wallDay(starts[row.day - 1] ?? 0, question.zone),
          distance: metres / 1000,
          journeys: row.journeys,
        },
        ...{ driving: row.driving, idle: row.idle, maxSpeed: row.maxSpeed },
      })),
      rowCount: first?.found ?? 0,
      totals: {
        ...{ distance: (first?.allMetres ?? 0) / 1000, journeys: first?.allJourneys ?? 0 },
        ...{ driving: first?.allDriving ?? 0, idle: first?.allIdle ?? 0 },
      },
    };
  },
};
