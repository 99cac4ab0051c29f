import { sql } from 'kysely';
import type { SectionPart } from '#core/reports/server/api.ts';
import { present } from '#platform/server/clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import type { JobState } from '../../common/jobs/job.ts';
import { type Plate, plateText } from '../../common/vehicle/plate.ts';
import { seenJob } from '../vehicles/may.ts';
import { isoOf, rowsRead } from './movements.ts';

type Row = {
  number: string;
  title: string;
  state: JobState;
  vehicle: string | null;
  plate: Plate | null;
  driver: string | null;
  plannedFrom: string | null;
  plannedTo: string | null;
  endedAt: string | null;
  lateSeconds: number | null;
  isOpen: boolean;
  found: number;
};

/** On time: no stop was reached after the end of its window. Null if no window has been met or missed. */
const punctualityOf = ({ lateSeconds }: Row) => (lateSeconds === null ? null : lateSeconds > 0 ? 'late' : 'on-time');

const isoOrNull = (at: string | null) => at && isoOf(at);

/**
 * The jobs that were planned or done in the period; others go by when they were added. A stop is on time if the driver
 * arrived by the end of its window, or was done with it if nobody said when that was; one that is still to be reached is late
 * once its window has ended.
 */
export const jobCards: SectionPart = {
  async read(context, question) {
    const { tx, actor } = context;
    const { structures, period } = question;
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<Row>`
        SELECT t.number, t.title, t.state, v.name AS vehicle, v.plate - ARRAY['key', 'name'] AS plate, d.name AS driver, t.planned_from, t.planned_to, t.ended_at,
               l.late_seconds::float8, count(*) OVER ()::integer AS found
          FROM fleet_job_card t LEFT JOIN fleet_vehicle v ON v.id = t.vehicle_id LEFT JOIN fleet_driver d ON d.id = t.driver_id
          CROSS JOIN LATERAL (
            SELECT max(extract(epoch FROM reached_at - s.window_to)) AS late_seconds
              FROM fleet_job_stop s CROSS JOIN LATERAL (
                SELECT CASE WHEN s.state IN ('arrived', 'done') THEN coalesce(s.arrived_at, s.done_at)
                            WHEN s.state = 'pending' AND s.window_to < ${present().toISOString()}::timestamptz AND t.state IN ('draft', 'assigned', 'accepted', 'in-progress', 'on-hold')
                            THEN ${present().toISOString()}::timestamptz END AS reached_at) r
             WHERE s.job_id = t.id AND s.window_to IS NOT NULL) l
         WHERE ${inCompanies(actor.scope, 'company_id')} AND ${seenJob(actor)} AND (${structures}::integer[] IS NULL OR t.structure_id = ANY (${structures}::integer[]))
           AND coalesce(t.planned_from, t.planned_to, t.started_at, t.created_at) < ${period.to}::timestamptz
           AND coalesce(greatest(t.planned_to, t.ended_at), t.planned_from, t.started_at, t.created_at) >= ${period.from}::timestamptz
         ORDER BY coalesce(t.planned_from, t.planned_to, t.started_at, t.created_at), t.id LIMIT ${rowsRead(question)}`.execute(
        tx,
      ),
    );
    return {
      rows: rows.slice(0, question.mostRows).map((row) => ({
        ...{ number: row.number, title: row.title, state: row.state, vehicle: row.vehicle },
        ...{ plate: row.plate && plateText(row.plate), driver: row.driver },
        ...{ plannedFrom: isoOrNull(row.plannedFrom), plannedTo: isoOrNull(row.plannedTo) },
        ...{ ended: isoOrNull(row.endedAt), punctuality: punctualityOf(row) },
        lateBy: row.lateSeconds !== null && row.lateSeconds > 0 ? Math.ceil(row.lateSeconds / 60) : null,
      })),
      rowCount: rows[0]?.found ?? 0,
    };
  },
};
