import { sql } from 'kysely';
import { fittingSpans } from '#core/fittings/server/api.ts';
import type { SectionPart } from '#core/reports/server/api.ts';
import { storedReadings } from '#core/telemetry/server/api.ts';
import { trackQuarters } from '#core/tracking/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { type Plate, plateText } from '../../common/vehicle/plate.ts';
import { shownPlate } from '../vehicles/shown-plate.ts';
import { type Asked, askedOf, isReported, rowsRead } from './movements.ts';

/** The shared sensor `odometer`, in km. */
const odometer = 224;

type Row = {
  vehicle: string;
  plate: Plate;
  before: number | null;
  after: number | null;
  difference: number | null;
  metres: number;
  found: number;
  allMetres: number;
};

/**
 * What the odometers of the vehicle `t` showed at the beginning and end of the period, as `o`; the first reading within it for
 * a tracker that had reported none before. Trackers may count themselves: only readings of one are compared, and one that
 * went backwards has no difference.
 */
const odometers = ({ from, to }: Asked) => sql`
  LEFT JOIN LATERAL (
    SELECT (array_agg(r.before ORDER BY r.from_at))[1] AS before, (array_agg(r.after ORDER BY r.from_at DESC))[1] AS after,
           CASE WHEN bool_and(r.after >= r.before) THEN sum(r.after - r.before) END AS difference
      FROM (
        SELECT f.from_at, coalesce(b.value, n.value) AS before, a.value AS after
          FROM ${sql.raw(fittingSpans)} f
          JOIN LATERAL (SELECT r.value FROM ${sql.raw(storedReadings)} r WHERE r.device_id = f.device_id AND r.sensor_id = ${odometer}
             AND r.time >= f.from_at AND r.time < least(f.to_at, ${to}::timestamptz) ORDER BY r.time DESC LIMIT 1) a ON true
          LEFT JOIN LATERAL (SELECT r.value FROM ${sql.raw(storedReadings)} r WHERE r.device_id = f.device_id AND r.sensor_id = ${odometer}
             AND r.time >= f.from_at AND r.time <= ${from}::timestamptz ORDER BY r.time DESC LIMIT 1) b ON true
          LEFT JOIN LATERAL (SELECT r.value FROM ${sql.raw(storedReadings)} r WHERE r.device_id = f.device_id AND r.sensor_id = ${odometer}
             AND r.time >= greatest(f.from_at, ${from}::timestamptz) AND r.time < least(f.to_at, ${to}::timestamptz) ORDER BY r.time LIMIT 1) n ON true
         WHERE f.company_id = t.company_id AND f.subject_type = 'vehicle' AND f.subject_id = t.id AND f.main
           AND f.from_at < ${to}::timestamptz AND (f.to_at IS NULL OR f.to_at > ${from}::timestamptz)) r) o ON true`;

/** What the odometer of each vehicle showed, next to what the vehicle drove by its positions. */
export const mileage: SectionPart = {
  async read(context, question) {
    const { tx, actor } = context;
    const asked = askedOf(context, question);
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<Row>`
        SELECT t.name AS vehicle, ${shownPlate} AS plate, o.before::float8, o.after::float8, o.difference::float8, d.metres::float8,
               count(*) OVER ()::integer AS found, sum(d.metres) OVER ()::float8 AS all_metres
          FROM fleet_vehicle t ${odometers(asked)}
          CROSS JOIN LATERAL (
            SELECT coalesce(sum(q.metres), 0) AS metres FROM ${sql.raw(trackQuarters)} q
             WHERE q.subject_type = 'vehicle' AND q.subject_id = t.id AND q.quarter >= ${asked.from}::timestamptz AND q.quarter < ${asked.to}::timestamptz) d
         WHERE ${isReported(asked)} AND (t.state <> 'retired' OR d.metres > 0 OR o.after IS NOT NULL)
         ORDER BY t.name, t.id LIMIT ${rowsRead(question)}`.execute(tx),
    );
    return {
      rows: rows.slice(0, question.mostRows).map(({ vehicle, plate, before, after, difference, metres }) => ({
        ...{ vehicle, plate: plateText(plate), odometerBefore: before, odometerAfter: after },
        ...{ odometerDifference: difference, distance: metres / 1000 },
      })),
      rowCount: rows[0]?.found ?? 0,
      totals: { distance: (rows[0]?.allMetres ?? 0) / 1000 },
    };
  },
};
