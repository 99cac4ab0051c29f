import { sql } from 'kysely';
import { readableByAny, storedAlarms } from '#core/alarms/server/api.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { ofTroubles } from '../../common/alarms.ts';
import { foldFrom, type StatusFold, type statusFoldRoutes } from '../../common/status/status-fold.ts';

/** Alarms of a kind that follow each other within this time may have one cause. */
const gapSeconds = 60;

/**
 * The open status alarms that the caller may read. A cut line or a failed mast raises hundreds of one kind within minutes:
 * they are one row. Which path was lost is the end of the name of its alarm.
 */
export const statusFoldHandlers: Handlers<typeof statusFoldRoutes> = {
  async list(context) {
    const { tx, list } = context;
    const readable = readableByAny(context);
    if (!readable) return { data: [], totalRecords: 0 };
    const ofKind = list.filters.kind ? sql`t.kind = ANY (${list.filters.kind}::text[])` : sql`true`;
    const direction = list.sort?.direction ?? 'desc';
    const { rows } = await sql<StatusFold & { total: number }>`
      WITH a AS MATERIALIZED (
             SELECT t.id, t.kind, t.severity, t.subject_name, t.first_at, t.acknowledged_at, CASE WHEN t.kind = 'path-lost' THEN substring(t.subject_name FROM '[^·]+$') ELSE '' END AS part
               FROM ${sql.raw(storedAlarms)} t WHERE t.app = 'defcon' AND t.class = ${ofTroubles} AND t.closed_at IS NULL AND ${ofKind} AND ${readable}),
           marked AS (
             SELECT a.*, a.first_at - lag(a.first_at) OVER w <= ${gapSeconds} * interval '1 second' IS TRUE AS follows FROM a WINDOW w AS (PARTITION BY a.kind, a.part ORDER BY a.first_at, a.id)),
           runs AS (
             SELECT m.*, count(*) FILTER (WHERE NOT m.follows) OVER (PARTITION BY m.kind, m.part ORDER BY m.first_at, m.id) AS run FROM marked m),
           sized AS (SELECT r.*, count(*) OVER (PARTITION BY r.kind, r.part, r.run) >= ${foldFrom} AS many FROM runs r),
           folds AS (
             SELECT min(id) AS id, kind, max(severity) AS severity, count(*)::integer AS count, (count(*) FILTER (WHERE acknowledged_at IS NULL))::integer AS waiting,
                    CASE WHEN many THEN nullif(btrim(part), '') ELSE min(subject_name) END AS subject, min(first_at) AS first_at, max(first_at) AS last_at
               FROM sized GROUP BY kind, part, run, many, CASE WHEN many THEN 0 ELSE id END)
      SELECT f.*, count(*) OVER ()::integer AS total FROM folds f ORDER BY last_at ${sql.raw(direction)}, id LIMIT ${list.limit} OFFSET ${list.skip}`.execute(
      tx,
    );
    return { data: rows.map(({ total: _, ...row }) => row), totalRecords: list.total ? (rows[0]?.total ?? 0) : null };
  },
};
