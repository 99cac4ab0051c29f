import { sql } from 'kysely';
import type { SectionPart } from '#core/reports/server/api.ts';
import { trackQuarters } from '#core/tracking/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { plateText } from '../../common/vehicle/plate.ts';
import {
  type Asked,
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

/**
 * The journeys `j` of vehicles with what they drove in the period. A journey within the period is counted as it is stored.
 * Of one that the period or a fitting cuts, the quarters of an hour have the part: what they have, less the other journeys
 * in them. So all journeys of a vehicle add up to its quarters, and to every other figure that sums these. A `run` is of
 * journeys in whose quarters there is no other one. If both ends of a run are cut, the seconds of its two journeys share
 * what is left between them: nothing that is stored tells the two apart.
 */
export const journeysIn = (asked: Asked) => sql`
  WITH movement AS (${movementsIn(asked, 'trip')}),
  quarters AS (
    SELECT m.*, date_bin('15 minutes', since, 'epoch') AS first_quarter, date_bin('15 minutes', until - interval '1 microsecond', 'epoch') AS last_quarter FROM movement m),
  reach AS (SELECT q.*, max(last_quarter) OVER (PARTITION BY vehicle_id, device_id ORDER BY since ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached FROM quarters q),
  runs AS (SELECT r.*, count(*) FILTER (WHERE reached IS NULL OR first_quarter > reached) OVER (PARTITION BY vehicle_id, device_id ORDER BY since) AS run FROM reach r),
  cut AS (
    SELECT vehicle_id, device_id, run, min(first_quarter) AS first_quarter, max(last_quarter) AS last_quarter, sum(seconds) FILTER (WHERE is_cut) AS seconds,
           coalesce(sum(metres) FILTER (WHERE NOT is_cut), 0) AS metres, coalesce(sum(driving_s) FILTER (WHERE NOT is_cut), 0) AS driving_s
      FROM runs GROUP BY 1, 2, 3 HAVING bool_or(is_cut)),
  part AS (
    SELECT c.vehicle_id, c.device_id, c.run, c.seconds, greatest(q.metres - c.metres, 0) AS metres, greatest(q.driving_s - c.driving_s, 0) AS driving_s
      FROM cut c CROSS JOIN LATERAL (
        SELECT coalesce(sum(q.metres), 0) AS metres, coalesce(sum(q.driving_s), 0) AS driving_s FROM ${sql.raw(trackQuarters)} q
         WHERE q.subject_type = 'vehicle' AND q.subject_id = c.vehicle_id AND q.device_id = c.device_id AND q.quarter BETWEEN c.first_quarter AND c.last_quarter) q),
  upto AS (SELECT r.*, sum(seconds) FILTER (WHERE is_cut) OVER (PARTITION BY vehicle_id, device_id, run ORDER BY since) AS seconds_upto FROM runs r),
  driven AS (
    SELECT u.*, CASE WHEN u.is_cut THEN round(p.metres * u.seconds_upto / greatest(p.seconds, 1)) - round(p.metres * (u.seconds_upto - u.seconds) / greatest(p.seconds, 1)) ELSE u.metres END AS metres_in,
           CASE WHEN u.is_cut THEN round(p.driving_s * u.seconds_upto / greatest(p.seconds, 1)) - round(p.driving_s * (u.seconds_upto - u.seconds) / greatest(p.seconds, 1)) ELSE u.driving_s END AS driving_in
      FROM upto u LEFT JOIN part p USING (vehicle_id, device_id, run))`;

type Row = MovementRow & {
  metres: number | null;
  metresIn: number;
  drivingIn: number;
  idleIn: number;
  topSpeed: number | null;
  began: number;
  found: number;
  allMetres: number;
  allDriving: number;
  allIdle: number;
  allBegan: number;
};

/** The journeys that overlap the period. They count where they began, and as what they drove in the period. */
export const journeys: SectionPart = {
  abilities: () => placeAbilities,
  async read(context, question) {
    const { tx, actor } = context;
    const asked = askedOf(context, question);
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<Row>`${journeysIn(asked)},
        figures AS (
          SELECT d.*, (d.starts_here AND d.started_at >= ${asked.from}::timestamptz)::integer AS began,
                 -- The time of a journey is driving or idle.
                 greatest(d.seconds - d.driving_in, 0) AS idle_in FROM driven d)
        SELECT ${movementColumns}, CASE WHEN m.starts_here AND m.ends_here THEN m.metres::float8 END AS metres, m.metres_in::float8, m.driving_in::float8, m.idle_in::float8,
               m.top_speed::float8, m.began, count(*) OVER ()::integer AS found, sum(m.metres_in) OVER ()::float8 AS all_metres, sum(m.driving_in) OVER ()::float8 AS all_driving,
               sum(m.idle_in) OVER ()::float8 AS all_idle, sum(m.began) OVER ()::float8 AS all_began
          FROM figures m ${withDriver} ORDER BY m.vehicle, m.vehicle_id, m.since LIMIT ${rowsRead(question)}`.execute(
        tx,
      ),
    );
    const named = await placeNames(context);
    const [first] = rows;
    return {
      rows: rows.slice(0, question.mostRows).map((row) => ({
        ...{ vehicle: row.vehicle, plate: plateText(row.plate), usualDriver: row.driver },
        ...{
          from: isoOf(row.beganAt),
          to: endOf(row),
          startPlace: startOf(row, named),
          endPlace: endPlaceOf(row, named),
        },
        ...{ distance: row.metres === null ? null : row.metres / 1000, distanceInPeriod: row.metresIn / 1000 },
        ...{ drivingInPeriod: row.drivingIn, idleInPeriod: row.idleIn },
        ...{ maxSpeed: row.topSpeed, beganInPeriod: row.began },
      })),
      rowCount: first?.found ?? 0,
      totals: {
        ...{ distanceInPeriod: (first?.allMetres ?? 0) / 1000, drivingInPeriod: first?.allDriving ?? 0 },
        ...{ idleInPeriod: first?.allIdle ?? 0, beganInPeriod: first?.allBegan ?? 0 },
      },
    };
  },
};

type Named = Awaited<ReturnType<typeof placeNames>>;

/** Null for one that had begun before the tracker was in the vehicle. */
const startOf = ({ startsHere, companyId, startLat: lat, startLng: lng }: MovementRow, named: Named) =>
  startsHere ? named({ companyId, lat, lng }) : null;

/** Null while it goes on, and for one that went on in another vehicle. */
const endPlaceOf = (row: MovementRow, named: Named) =>
  row.endsHere && !row.running ? named({ companyId: row.companyId, lat: row.endLat, lng: row.endLng }) : null;
