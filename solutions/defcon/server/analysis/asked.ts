import { type RawBuilder, sql } from 'kysely';
import { isNotHidden, readableByAny, storedAlarmEvents, storedAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { ofIncidents } from '../../common/alarms.ts';
import { type AnalysisQuery, mostDays } from '../../common/analysis/analysis.ts';
import { seenPanels } from '../panels/panel-rows.ts';

export type Asking = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'> & { query: AnalysisQuery };

/** Refuses a period that ends before it begins, or is longer than so many days. */
export function assertPeriod({ from, to }: Pick<AnalysisQuery, 'from' | 'to'>, most = mostDays): void {
  const ms = Date.parse(to) - Date.parse(from);
  if (ms <= 0) throw invalid('to', 'outOfRange');
  if (ms > most * dayMs) throw invalid('to', 'periodTooLong');
}

const idsOf = (list: string | undefined): number[] | null => list?.split(',').map(Number) ?? null;
/** A condition on a column; without ids it holds for every row. */
const oneOf = (column: string, ids: number[] | null) =>
  ids === null ? sql`true` : sql`${sql.ref(column)} = ANY (${ids}::integer[])`;

/** A condition on `x`: its time in a column is in the period. */
export const isWithin = (column: string, { query: { from, to } }: Pick<Asking, 'query'>): RawBuilder<boolean> =>
  sql`(${sql.ref(column)} >= ${from}::timestamptz AND ${sql.ref(column)} < ${to}::timestamptz)`;

/**
 * The incidents that the caller may read, as their owner or as a party, and asks for, with `acknowledged`, when somebody
 * took them first. An incident is received when it is stored: what arrives late was not answered late.
 */
export function incidents(context: Asking): RawBuilder<unknown> {
  const { structureIds, companyIds, groups } = context.query;
  const inGroups = idsOf(groups);
  return sql`
    (SELECT t.id, t.company_id, t.kind, t.rank, t.structure_id, t.first_at, t.created_at, t.closed_at, t.disposition, t.outcome, t.acknowledged_at, t.desk_company_id,
            (SELECT min(e.at) FROM ${sql.raw(storedAlarmEvents)} e WHERE e.alarm_id = t.id AND e.action = 'acknowledged') AS taken_at
       FROM ${sql.raw(storedAlarms)} t
      WHERE t.app = 'defcon' AND t.class = ${ofIncidents} AND ${isNotHidden} AND ${readableByAny(context) ?? false}
        AND ${oneOf('t.structure_id', idsOf(structureIds))} AND ${oneOf('t.company_id', idsOf(companyIds))}
        AND ${inGroups === null ? sql`true` : sql`(t.subject_type = 'panel-group' AND t.subject_id = ANY (${inGroups}::integer[]))`})`;
}

/** How long nobody had taken the incident `x`; NULL for those that nobody has taken. */
export const secondsUntilTaken = sql`CASE WHEN x.taken_at IS NOT NULL THEN date_part('epoch', greatest(x.taken_at, x.created_at) - x.created_at) END`;

/** The panels that the caller sees and asks for: id, company_id, service, connection, created_at. */
export function panels({ actor, query: { structureIds, companyIds, groups } }: Asking): RawBuilder<unknown> {
  const inGroups = idsOf(groups);
  return sql`
    (SELECT t.id, t.company_id, t.service, t.connection, t.created_at
       FROM (SELECT p.id, p.company_id, p.service, p.created_at, d.connection, d.structure_id FROM defcon_panel p JOIN ${sql.raw(deviceFacts)} d ON d.id = p.id) t
      WHERE ${seenPanels(actor)} AND ${oneOf('t.structure_id', idsOf(structureIds))} AND ${oneOf('t.company_id', idsOf(companyIds))}
        AND ${inGroups === null ? sql`true` : sql`EXISTS (SELECT FROM defcon_group g WHERE g.panel_id = t.id AND g.id = ANY (${inGroups}::integer[]))`})`;
}

/** A condition on the event `e`: it is about one of the groups that are asked for. */
export function isOfGroups({ query: { groups } }: Pick<Asking, 'query'>): RawBuilder<unknown> {
  const ids = idsOf(groups);
  return ids === null
    ? sql`true`
    : sql`e.group_no = ANY (ARRAY(SELECT g.number::integer FROM defcon_group g WHERE g.panel_id = e.panel_id AND g.id = ANY (${ids}::integer[])))`;
}
