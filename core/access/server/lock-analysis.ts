import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import { changesBetween, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { lockAnalysisRoutes, UnlockCount } from '../common/lock-analysis.ts';
import { type Analysed, analysedBy, analysisSteps, logLinesOf, stepIndex } from './analysis-period.ts';
import { holderName } from './grants/grant-rows.ts';
import { denied, granted, who } from './lock-lines.ts';

const shownPeople = 20;
const [weekdays, hoursOfDay] = [7, 24];

/** Counts lines by step and a column, with a number for each step. */
async function counted(tx: Tx, app: string, of: Analysed, lines: ReturnType<typeof sql>, column: 'method' | 'reason') {
  const starts = await analysisSteps(tx, of);
  const { rows } = await sql<{ step: number; part: string | null; n: number }>`
    SELECT ${stepIndex(starts)} AS step, ${sql.ref(`l.${column}`)} AS part, count(*)::integer AS n
      FROM lock_log l WHERE ${logLinesOf(app, of)} AND ${lines} GROUP BY 1, 2`.execute(tx);
  const counts = starts.map(() => 0);
  const parts = [...Map.groupBy(rows, ({ part }) => part)].map(([part, found]) => {
    const ofPart = starts.map(() => 0);
    for (const { step, n } of found) {
      ofPart[step] = n;
      counts[step] = (counts[step] ?? 0) + n;
    }
    return { part, counts: ofPart };
  });
  return { step: of.step, zone: of.zone, starts, parts, counts, total: counts.reduce((sum, n) => sum + n, 0) };
}

/** The share of openings outside the hours of a schedule. */
async function outsideOf(tx: Tx, app: string, of: Analysed, scheduleId: number | undefined): Promise<number | null> {
  if (scheduleId === undefined) return null;
  const found = await sql<{ hours: WeekSchedule }>`
    SELECT w.hours FROM ${sql.raw(weekSchedules)} w WHERE w.id = ${scheduleId}`.execute(tx);
  const hours = found.rows[0]?.hours;
  if (!hours) throw invalid('scheduleId', 'pleaseInputIDRight');
  const { open, changes } = changesBetween(hours, Date.parse(of.from), Date.parse(of.to));
  const edges = changes.map((at) => new Date(at).toISOString());
  // An even number of changes after an open start is open again.
  const { rows } = await sql<{ share: number | null }>`
    SELECT avg(((width_bucket(l.time, ${edges}::timestamptz[]) % 2 = 0) <> ${open})::integer)::float8 AS share
      FROM lock_log l WHERE ${logLinesOf(app, of)} AND ${granted}`.execute(tx);
  return rows[0]?.share ?? null;
}

/** Serves `lockAnalysisRoutes(app)`. */
export const lockAnalysisHandlers = (app: string): Handlers<ReturnType<typeof lockAnalysisRoutes>> => ({
  async unlockCount(context) {
    const { parts, ...count } = await counted(context.tx, app, await analysedBy(context, app), granted, 'method');
    return {
      ...count,
      methods: parts.map(({ part, counts }) => ({ method: part as UnlockCount['methods'][number]['method'], counts })),
    };
  },
  async failedUnlockCount(context) {
    const { tx } = context;
    const of = await analysedBy(context, app);
    const { parts, ...count } = await counted(tx, app, of, denied, 'reason');
    const opened = await sql<{ n: number }>`
      SELECT count(*)::integer AS n FROM lock_log l WHERE ${logLinesOf(app, of)} AND ${granted}`.execute(tx);
    const attempts = count.total + (opened.rows[0]?.n ?? 0);
    return {
      ...count,
      rate: attempts === 0 ? null : count.total / attempts,
      reasons: parts.map(({ part, counts }) => ({ reason: part, counts })),
    };
  },
  async visitorsCount(context) {
    const { tx } = context;
    const of = await analysedBy(context, app);
    const starts = await analysisSteps(tx, of);
    // Grouped by person and step first: only a few thousand rows are left to distinguish, however many openings there
    // were.
    const people = await sql<{ step: number | null; n: number }>`
      WITH seen AS MATERIALIZED (
        SELECT ${stepIndex(starts)} AS step, l.user_id, l.holder_id, l.grant_id FROM lock_log l WHERE ${logLinesOf(app, of)} AND ${granted} GROUP BY 1, 2, 3, 4)
      SELECT step, count(DISTINCT ${who})::integer AS n FROM seen GROUP BY GROUPING SETS ((step), ())`.execute(tx);
    const strangers = await sql<{ n: number }>`
      SELECT count(*)::integer AS n FROM lock_log l WHERE ${logLinesOf(app, of)} AND ${denied} AND l.reason = 'unknown-code'`.execute(
      tx,
    );
    const found = new Map(people.rows.map(({ step, n }) => [step, n]));
    return {
      step: of.step,
      zone: of.zone,
      starts,
      counts: starts.map((_, at) => found.get(at) ?? 0),
      total: found.get(null) ?? 0,
      unknown: strangers.rows[0]?.n ?? 0,
    };
  },
  async userUnlockCount(context) {
    const { tx } = context;
    const of = await analysedBy(context, app);
    const rows = await sql<{ name: string; count: number; total: number }>`
      SELECT coalesce(${personNameSql('c.user_id')}, (SELECT ${holderName} FROM access_holder h WHERE h.id = c.holder_id), '') AS name, c.n AS count,
             (sum(c.n) OVER ())::integer AS total
        FROM (SELECT l.user_id, l.holder_id, count(*)::integer AS n FROM lock_log l WHERE ${logLinesOf(app, of)} AND ${granted} GROUP BY 1, 2) c
       ORDER BY c.n DESC, name`.execute(tx);
    const named = rows.rows.filter(({ name }) => name !== '').slice(0, shownPeople);
    const total = rows.rows[0]?.total ?? 0;
    const shown = named.reduce((sum, { count }) => sum + count, 0);
    return { total, people: named.map(({ name, count }) => ({ name, count })), others: total - shown };
  },
  async unlockTiming(context) {
    const { tx } = context;
    const of = await analysedBy(context, app);
    const rows = await sql<{ day: number; hour: number; n: number }>`
      SELECT (extract(dow FROM rasid_wall(l.time, ${of.zone}))::integer + 1) % 7 AS day, extract(hour FROM rasid_wall(l.time, ${of.zone}))::integer AS hour, count(*)::integer AS n
        FROM lock_log l WHERE ${logLinesOf(app, of)} AND ${granted} GROUP BY 1, 2`.execute(tx);
    const hours = Array.from({ length: weekdays }, () => Array.from({ length: hoursOfDay }, () => 0));
    for (const { day, hour, n } of rows.rows) (hours[day] as number[])[hour] = n;
    const open = await sql<{ median: number | null; p90: number | null }>`
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median, percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds) AS p90
        FROM (SELECT extract(epoch FROM lead(l.time) OVER w - l.time)::float8 AS seconds, l.action, lead(l.action) OVER w AS next
                FROM lock_log l WHERE ${logLinesOf(app, of)} AND l.action IN ('unlock', 'manual', 'lock', 'auto-lock') AND coalesce(l.result, 'granted') = 'granted'
              WINDOW w AS (PARTITION BY l.device_id ORDER BY l.time, l.id)) opened
       WHERE action IN ('unlock', 'manual') AND next IN ('lock', 'auto-lock') AND seconds <= 86400`.execute(tx);
    const { median = null, p90 = null } = open.rows[0] ?? {};
    const outside = await outsideOf(tx, app, of, context.query.scheduleId);
    return { zone: of.zone, hours, medianOpen: median, p90Open: p90, outside };
  },
});

/** The granted openings of the last days, by structure, that the transaction may see. */
export async function openingsByStructure(tx: Tx, app: string, days: number): Promise<Map<number, number>> {
  const rows = await sql<{ structureId: number; n: number }>`
    SELECT l.structure_id, count(*)::integer AS n FROM lock_log l
     WHERE l.app = ${app} AND l.time > now() - ${days} * interval '1 day' AND l.structure_id IS NOT NULL AND ${granted} GROUP BY 1`.execute(
    tx,
  );
  return new Map(rows.rows.map(({ structureId, n }) => [structureId, n]));
}
