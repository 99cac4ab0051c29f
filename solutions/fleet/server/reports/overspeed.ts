import { sql } from 'kysely';
import { alarmEntity } from '#core/alarms/common/alarm.ts';
import { readableAlarms, storedAlarms } from '#core/alarms/server/api.ts';
import type { SectionPart } from '#core/reports/server/api.ts';
import { type Plate, plateText } from '../../common/vehicle/plate.ts';
import { vehicle } from '../../common/vehicle/vehicle.ts';
import { shownPlate } from '../vehicles/shown-plate.ts';
import { isoOf, isReported, rowsRead } from './movements.ts';

type Row = {
  vehicle: string;
  plate: Plate;
  driver: string | null;
  firstAt: string;
  lastAt: string;
  seconds: number;
  speedLimit: number | null;
  geofence: string | null;
  found: number;
  allSeconds: number;
};

/**
 * The overspeed alarms about vehicles that overlap the period: from when until when the vehicle was seen too fast, and the
 * limit with its geofence, if it was that of one. Alarms do not keep the highest speed.
 */
export const overspeed: SectionPart = {
  abilities: ({ id, alarmClasses = {} }) => [
    `${vehicle.name}.read`,
    ...Object.keys(alarmClasses).map((name) => `${id}.${alarmEntity(name)}.read`),
  ],
  async read(context, question) {
    const app = context.kit.apps.find(({ id }) => id === question.app);
    const readable = app && readableAlarms(context, [app]);
    if (!readable) return { rows: [] };
    const { actor, tx } = context;
    const { from, to } = question.period;
    const { rows } = await sql<Row>`
      WITH vehicle AS (
        SELECT t.id, t.company_id, t.name, ${shownPlate} AS plate, t.usual_driver_id FROM fleet_vehicle t
         WHERE ${isReported({ actor, structures: question.structures })})
      SELECT v.name AS vehicle, v.plate, d.name AS driver, t.first_at, t.last_at, floor(extract(epoch FROM t.last_at - t.first_at))::float8 AS seconds,
             CASE WHEN t.crossed ->> 'operator' IN ('faster', 'over-limit') THEN (t.crossed ->> 'value')::float8 END AS speed_limit, t.crossed ->> 'geofence' AS geofence,
             count(*) OVER ()::integer AS found, sum(floor(extract(epoch FROM t.last_at - t.first_at))) OVER ()::float8 AS all_seconds
        FROM vehicle v JOIN ${sql.raw(storedAlarms)} t ON t.company_id = v.company_id AND t.subject_type = 'vehicle' AND t.subject_id = v.id
         AND t.kind = 'overspeed' AND t.first_at < ${to}::timestamptz AND t.last_at >= ${from}::timestamptz
        LEFT JOIN fleet_driver d ON d.id = v.usual_driver_id
       WHERE ${readable} ORDER BY v.name, v.id, t.first_at LIMIT ${rowsRead(question)}`.execute(tx);
    return {
      rows: rows.slice(0, question.mostRows).map((row) => ({
        ...{ vehicle: row.vehicle, plate: plateText(row.plate), usualDriver: row.driver },
        ...{ from: isoOf(row.firstAt), to: isoOf(row.lastAt), lasted: row.seconds },
        ...{ speedLimit: row.speedLimit, geofence: row.geofence },
      })),
      rowCount: rows[0]?.found ?? 0,
      totals: { lasted: rows[0]?.allSeconds ?? 0 },
    };
  },
};
