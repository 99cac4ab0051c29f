import { sql } from 'kysely';
import { deviceClass } from '#core/alarms/common/device-classes.ts';
import { storedAlarms } from '#core/alarms/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { type Asking, panels } from './asked.ts';

export type Supervised = { companyId: number; activeSeconds: number; offlineSeconds: number };

/**
 * For how long the panels of each company were in service in the period, and for how long of it they were offline. A panel
 * is offline from the alarm that says so until this ends.
 */
export async function supervised(context: Asking): Promise<Supervised[]> {
  const { tx, actor, query } = context;
  const { from, to } = query;
  const period = sql`tstzrange(${from}::timestamptz, least(${to}::timestamptz, greatest(now(), ${from}::timestamptz)))`;
  const seconds = (column: string) =>
    sql`(SELECT coalesce(sum(date_part('epoch', upper(r) - lower(r))), 0) FROM unnest(${sql.ref(column)}) r)`;
  // A company that watches panels does not see their devices.
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Supervised>`
    WITH p AS MATERIALIZED (SELECT * FROM ${panels(context)} x),
         service AS (SELECT e.panel_id, e.code, e.at, lead(e.at, 1, 'infinity') OVER (PARTITION BY e.panel_id ORDER BY e.at, e.id) AS until
                       FROM defcon_event e JOIN p ON p.id = e.panel_id WHERE e.source = 'app' AND e.code IN ('in-service', 'out-of-service', 'unlinked')),
         spans AS (
           SELECT p.company_id, active.spans * tstzmultirange(${period}) AS active, active.spans * coalesce(offline.spans, '{}') * tstzmultirange(${period}) AS offline
             FROM p
            CROSS JOIN LATERAL (
              -- A panel that has never been taken into service by a person has been in service since it was added.
              SELECT coalesce((SELECT range_agg(tstzrange(s.at, s.until)) FROM service s WHERE s.panel_id = p.id AND s.code = 'in-service'),
                              CASE WHEN p.service = 'active' THEN tstzmultirange(tstzrange(p.created_at, NULL)) ELSE '{}' END) AS spans) active
            CROSS JOIN LATERAL (
              SELECT range_agg(tstzrange(t.first_at, t.closed_at)) AS spans FROM ${sql.raw(storedAlarms)} t
               WHERE t.device_id = p.id AND t.app = 'defcon' AND t.class = ${deviceClass.technical} AND t.kind = 'offline' AND (t.closed_at IS NULL OR t.closed_at > t.first_at)) offline)
    SELECT company_id, sum(${seconds('active')})::float8 AS active_seconds, sum(${seconds('offline')})::float8 AS offline_seconds FROM spans GROUP BY 1`.execute(
      tx,
    ),
  );
  return rows;
}
