import { sql } from 'kysely';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { job } from '../../common/jobs/job.ts';
import { logKinds, maxLogDays, type vehicleLogRoutes } from '../../common/vehicle/log.ts';
import { vehicle } from '../../common/vehicle/vehicle.ts';
import { readVehicle } from '../vehicles/vehicle-rows.ts';
import { type Found, logLines } from './log-lines.ts';
import { logSources } from './log-sources.ts';

/** Where a page ends: the instant of its last line to the microsecond, its kind and key. */
const cursorOf = ({ at, kind, key }: Found) => `${at} ${kind} ${key}`;
function positionOf(cursor: string): [at: string, kind: string, key: string] {
  const [, at, kind, key] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z) ([a-z]+) ([\d/]+)$/.exec(cursor) ?? [];
  if (!at || !kind || !key || Number.isNaN(Date.parse(at))) throw invalid('cursor', 'invalid');
  return [at, kind, key];
}

export const vehicleLogHandlers: Handlers<typeof vehicleLogRoutes> = {
  async list(context) {
    const { tx, actor, params, query } = context;
    const { from, to, kinds, cursor, limit } = query;
    const { id, companyId } = await readVehicle(context, params.id);
    if (to <= from) throw invalid('to', 'toAfterFrom');
    if (Date.parse(to) - Date.parse(from) > maxLogDays * dayMs) throw invalid('to', 'daysCount');
    const asked = kinds?.split(',');
    const seesChanges = context.may(vehicle.can('history'));
    const seesJobs = context.may(job.can('read'));
    const seen = logKinds.filter(
      (kind) => (asked?.includes(kind) ?? true) && (kind !== 'change' || seesChanges) && (kind !== 'job' || seesJobs),
    );
    const jobSites = resourcesWith(actor.session, 'fleet', 'job-card', 'read');
    const sources = logSources.filter((source) => source.kinds.some((kind) => seen.includes(kind)));
    if (sources.length === 0) return { lines: [], next: null };
    const [at, kind, key] = cursor === undefined ? [null, null, null] : positionOf(cursor);
    const before =
      at === null ? sql`true` : sql`(l.at, l.kind, l.key) < (${at}::timestamptz, ${kind}::text, ${key}::text)`;
    // Each part ends with the page.
    const parts = sources.map(
      ({ rows }) => sql`(SELECT * FROM (${rows}) l
        WHERE l.kind = ANY (${seen}::text[]) AND l.at >= ${from}::timestamptz AND l.at < ${to}::timestamptz AND ${before}
        ORDER BY l.at DESC, l.kind DESC, l.key DESC LIMIT ${limit + 1})`,
    );
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<Found>`
        SELECT u.kind, u.key, to_char(u.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
          FROM (SELECT ${id}::integer AS id, ${companyId}::integer AS company_id, ${jobSites}::integer[] AS job_sites) v CROSS JOIN LATERAL (${sql.join(parts, sql` UNION ALL `)}) u
         ORDER BY u.at DESC, u.kind DESC, u.key DESC LIMIT ${limit + 1}`.execute(tx),
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      lines: await logLines(context, { id, companyId }, page),
      next: rows.length > limit && last ? cursorOf(last) : null,
    };
  },
};
