import { sql } from 'kysely';
import { fittingSpans } from '#core/fittings/server/api.ts';
import { geofenceShapes } from '#core/places/server/api.ts';
import type { SectionPart } from '#core/reports/server/api.ts';
import { fenceVisits } from '#core/tracking/server/api.ts';
import { present } from '#platform/server/clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { point } from '../../common/points/point.ts';
import { type Plate, plateText } from '../../common/vehicle/plate.ts';
import { shownPlate } from '../vehicles/shown-plate.ts';
import { isoOf, isReported, rowsRead } from './movements.ts';
import { placeAbilities } from './place-names.ts';

type Row = {
  vehicle: string;
  plate: Plate;
  place: string;
  placeKind: 'geofence' | 'point';
  enteredAt: string;
  leftAt: string | null;
  seconds: number;
  found: number;
  allSeconds: number;
};

/**
 * The visits of vehicles to geofences and points of interest that overlap the period; not to the geofences of records of
 * other apps. A visit is of the vehicle in which the tracker entered, and ends with the fitting.
 */
export const geofenceVisits: SectionPart = {
  abilities: () => placeAbilities,
  async read(context, question) {
    const { tx, actor, may } = context;
    const { from, to } = question.period;
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<Row>`
        WITH visit AS (
          SELECT t.id, t.name AS vehicle, ${shownPlate} AS plate, g.name AS place, CASE WHEN p.id IS NULL THEN 'geofence' ELSE 'point' END AS place_kind, v.entered_at,
                 -- Least ignores what is not known: a vehicle that still is there has no end.
                 least(v.left_at, f.to_at) AS left_at,
                 floor(extract(epoch FROM least(v.left_at, f.to_at, ${to}::timestamptz, ${present().toISOString()}::timestamptz)))
                   - floor(extract(epoch FROM greatest(v.entered_at, ${from}::timestamptz))) AS seconds
            FROM fleet_vehicle t
            JOIN ${sql.raw(fittingSpans)} f ON f.company_id = t.company_id AND f.subject_type = 'vehicle' AND f.subject_id = t.id AND f.main
            JOIN ${sql.raw(fenceVisits)} v ON v.device_id = f.device_id AND v.entered_at >= f.from_at AND (f.to_at IS NULL OR v.entered_at < f.to_at)
            JOIN ${sql.raw(geofenceShapes)} g ON g.id = v.geofence_id AND g.company_id = t.company_id
            LEFT JOIN fleet_point_of_interest p ON p.geofence_id = g.id
           WHERE ${isReported({ actor, structures: question.structures })}
             AND CASE WHEN p.id IS NULL THEN g.app_id IS NULL ELSE ${may(point.can('read'))}::boolean END
             AND v.entered_at < ${to}::timestamptz AND (least(v.left_at, f.to_at) IS NULL OR least(v.left_at, f.to_at) > ${from}::timestamptz))
        SELECT v.vehicle, v.plate, v.place, v.place_kind, v.entered_at, v.left_at, greatest(v.seconds, 0)::float8 AS seconds,
               count(*) OVER ()::integer AS found, sum(greatest(v.seconds, 0)) OVER ()::float8 AS all_seconds
          FROM visit v ORDER BY v.vehicle, v.id, v.entered_at, v.place LIMIT ${rowsRead(question)}`.execute(tx),
    );
    return {
      rows: rows
        .slice(0, question.mostRows)
        .map(({ vehicle, plate, place, placeKind, enteredAt, leftAt, seconds }) => ({
          ...{ vehicle, plate: plateText(plate), place, placeKind, entered: isoOf(enteredAt) },
          ...{ left: leftAt && isoOf(leftAt), stayedInPeriod: seconds },
        })),
      rowCount: rows[0]?.found ?? 0,
      totals: { stayedInPeriod: rows[0]?.allSeconds ?? 0 },
    };
  },
};
