import { sql } from 'kysely';
import { structureNamed } from '#core/places/server/api.ts';
import type { SectionPart } from '#core/reports/server/api.ts';
import type { Alarm } from '../../common/alarm.ts';
import { alarmEntity } from '../../common/alarm.ts';
import { alarmName } from './alarm-names.ts';
import { inScope, readableAlarms } from './readable-alarms.ts';

type Row = {
  structure: { name: string } | null;
  kind: string;
  names: Alarm['names'];
  severity: Alarm['severity'];
  raised: number;
  open: number;
  acknowledged: number | null;
  closed: number | null;
  rejected: number | null;
};

/**
 * The alarms that were raised in the period, by site, kind and severity: how many, how many of them were open at its end, the
 * median seconds until they were acknowledged and closed, and the share of false alarms in percent of those that are closed.
 */
export const alarmsReport: SectionPart = {
  abilities: ({ id, alarmClasses = {} }) => Object.keys(alarmClasses).map((name) => `${id}.${alarmEntity(name)}.read`),
  async read(context, { app: id, period, structures, mostRows }) {
    const app = context.kit.apps.find((one) => one.id === id);
    const readable = app && readableAlarms(context, [app]);
    if (!readable) return { rows: [] };
    const within = structures ? sql`t.structure_id = ANY (${[...structures]}::integer[])` : sql`true`;
    const { rows } = await sql<Row & { kinds: number }>`
      WITH found AS (
        SELECT t.structure_id, t.kind, t.names, t.severity, count(*)::integer AS raised,
               (count(*) FILTER (WHERE t.closed_at IS NULL OR t.closed_at >= ${period.to}::timestamptz))::integer AS open,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM t.acknowledged_at - t.created_at)) AS acknowledged,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM t.closed_at - t.created_at)) AS closed,
               100.0 * count(*) FILTER (WHERE t.disposition = 'rejected') / nullif(count(t.closed_at), 0) AS rejected
          FROM alarm t
         WHERE t.created_at >= ${period.from}::timestamptz AND t.created_at < ${period.to}::timestamptz AND ${inScope(context)} AND ${readable} AND ${within}
         GROUP BY 1, 2, 3, 4)
      SELECT ${structureNamed('f.structure_id')} AS structure, f.kind, f.names, f.severity, f.raised, f.open, f.acknowledged, f.closed, f.rejected, count(*) OVER () AS kinds
        FROM found f ORDER BY f.raised DESC, f.severity DESC, f.structure_id, f.kind LIMIT ${mostRows}`.execute(
      context.tx,
    );
    const nameOf = (row: Row, locale: 'en' | 'ar') => alarmName(app, row, locale);
    return {
      rows: rows.map(({ structure, kinds: _kinds, names: _names, ...row }) => ({
        ...row,
        structure: structure?.name ?? null,
      })),
      rowCount: rows[0]?.kinds ?? 0,
      names: {
        kind: Object.fromEntries(rows.map((row) => [row.kind, { en: nameOf(row, 'en'), ar: nameOf(row, 'ar') }])),
      },
    };
  },
};
