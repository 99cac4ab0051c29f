import { type RawBuilder, sql } from 'kysely';
import { alarmEntity } from '#core/alarms/common/alarm.ts';
import { seesOnlyEscalated, storedAlarms } from '#core/alarms/server/api.ts';
import { connections } from '#core/devices/common/connection.ts';
import { deviceFacts, deviceLogLines } from '#core/devices/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { rodent } from '../../app.ts';
import { journalKinds, type journalRoutes, maxJournalDays } from '../../common/journal.ts';
import { journalLines, type LineKind, lineId, lineKinds } from './journal-lines.ts';

const countUpTo = 10_000;
type Sql = RawBuilder<unknown>;
type Asking = Pick<Context, 'kit' | 'actor' | 'list'>;
/** Where lines of a kind are from: rows `r`, their time, trap and site, and the permission to read them. */
type Source = { from: Sql; at: string; device: string; structure: string; entity: string | null; where?: Sql };

const sources: Readonly<Record<LineKind, Source>> = {
  hit: { from: sql`rodent_hit r`, at: 'r.at', device: 'r.device_id', structure: 'r.structure_id', entity: 'hit' },
  rearm: {
    ...{
      from: sql`rodent_hit r`,
      at: 'r.rearmed_at',
      device: 'r.device_id',
      structure: 'r.structure_id',
      entity: 'hit',
    },
    where: sql`r.rearmed_at IS NOT NULL`,
  },
  verdict: {
    from: sql`rodent_verdict r JOIN rodent_hit h ON h.id = r.hit_id`,
    ...{ at: 'r.at', device: 'h.device_id', structure: 'h.structure_id', entity: 'hit' },
    where: sql`NOT r.presumed`,
  },
  visit: {
    from: sql`rodent_visit_line r JOIN rodent_visit v ON v.id = r.visit_id`,
    ...{ at: 'r.at', device: 'r.device_id', structure: 'v.structure_id', entity: 'visit' },
  },
  device: {
    from: sql`${sql.raw(deviceLogLines)} r JOIN ${sql.raw(deviceFacts)} d ON d.id = r.device_id AND d.app = 'rodent'`,
    ...{ at: 'r.at', device: 'r.device_id', structure: 'd.structure_id', entity: 'device' },
  },
  // Who may read an alarm depends on its class.
  alarm: {
    from: sql`${sql.raw(storedAlarms)} r`,
    ...{ at: 'r.first_at', device: 'r.device_id', structure: 'r.structure_id', entity: null },
    where: sql`r.app = 'rodent'`,
  },
};

/** Each message and silence of a trap has a line in its log: they are shown where they are asked for. */
const contact: readonly string[] = connections;

/** Which kinds of lines are asked for, and of those of logs which ones; null for all. */
function askedKinds(kinds: readonly string[] | undefined): {
  of: readonly LineKind[];
  logged: readonly string[] | null;
} {
  if (!kinds) return { of: lineKinds, logged: null };
  const own = journalKinds.filter((kind) => kinds.includes(kind));
  const logged = kinds.filter((kind) => !own.some((one) => one === kind));
  return { of: [...own, ...(logged.length > 0 ? (['device'] as const) : [])], logged };
}

const numbers = (name: string, values: readonly string[]): number[] => {
  if (values.some((value) => !/^\d{1,9}$/.test(value))) throw invalid(name, 'pleaseInputIDRight');
  return values.map(Number);
};

/** A condition on `r`: the caller may read alarms of its class at its site, or only those that are escalated to them. */
function inReadable({ kit, actor: { session } }: Asking): Sql {
  const classes = Object.keys(rodent.alarmClasses ?? {}).map((name) => ({
    name,
    sites: resourcesWith(session, 'rodent', alarmEntity(name), 'read'),
    escalated: seesOnlyEscalated(session, kit.apps, { app: 'rodent', class: name }),
  }));
  return sql`EXISTS (
    SELECT FROM jsonb_to_recordset(${JSON.stringify(classes)}::jsonb) AS c (name text, sites jsonb, escalated boolean)
     WHERE c.name = r.class AND (c.sites IS NULL OR c.sites @> to_jsonb(r.structure_id)) AND (NOT c.escalated OR r.escalated_to = ${session.user.id}))`;
}

function rowsOf(context: Asking, kind: LineKind): Sql {
  const { scope, session } = context.actor;
  const { filters, ranges } = context.list;
  const { from, at, device, structure, entity, where } = sources[kind];
  const within = entity === null ? null : resourcesWith(session, 'rodent', entity, 'read');
  const { logged } = askedKinds(filters.kind);
  const conditions = [
    inCompanies(scope, 'company_id', 'r'),
    ...(where ? [where] : []),
    ...(within === null ? [] : [sql`${sql.ref(structure)} = ANY (${within}::integer[])`]),
    ...(kind === 'alarm' ? [inReadable(context)] : []),
    ...(kind === 'device'
      ? [logged ? sql`r.kind = ANY (${logged}::text[])` : sql`r.kind <> ALL (${contact}::text[])`]
      : []),
    ...(filters.deviceId ? [sql`${sql.ref(device)} = ANY (${numbers('deviceId', filters.deviceId)}::integer[])`] : []),
    ...(filters.structureId
      ? [sql`${sql.ref(structure)} = ANY (${numbers('structureId', filters.structureId)}::integer[])`]
      : []),
    ...(ranges.at?.from ? [sql`${sql.ref(at)} >= ${ranges.at.from}::timestamptz`] : []),
    ...(ranges.at?.to ? [sql`${sql.ref(at)} < ${ranges.at.to}::timestamptz`] : []),
  ];
  return sql`FROM ${from} WHERE ${sql.join(conditions, sql` AND `)}`;
}

function assertPeriod({ from, to }: { from?: string; to?: string } = {}): void {
  if (
    from !== undefined &&
    (to === undefined ? Date.now() : Date.parse(to)) - Date.parse(from) > maxJournalDays * dayMs
  )
    throw invalid('at', 'daysCount');
}

export const journalHandlers: Handlers<typeof journalRoutes> = {
  async list(context) {
    const { tx, actor, list } = context;
    assertPeriod(list.ranges.at);
    const { of } = askedKinds(list.filters.kind);
    const direction = sql.raw(list.sort?.direction ?? 'desc');
    // Each part ends with the page, so that an index provides its order.
    const pages = of.map((kind) => {
      const at = sql.ref(sources[kind].at);
      return sql`(SELECT ${lineId(kind, 'r.id')} AS id, ${at} AS at ${rowsOf(context, kind)}
        ORDER BY ${at} ${direction}, r.id ${direction} LIMIT ${list.skip + list.limit})`;
    });
    const counted = of.map((kind) => sql`(SELECT 1 ${rowsOf(context, kind)} LIMIT ${countUpTo + 1})`);
    const union = (parts: readonly Sql[]) => sql.join(parts, sql` UNION ALL `);
    const total = list.total
      ? sql`(SELECT count(*)::integer FROM (SELECT 1 FROM (${union(counted)}) a LIMIT ${countUpTo + 1}) n)`
      : sql`NULL`;
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<{ ids: number[]; total: number | null }>`
        SELECT to_json(ARRAY(SELECT u.id FROM (${union(pages)}) u ORDER BY u.at ${direction}, u.id ${direction}
                              LIMIT ${list.limit} OFFSET ${list.skip})) AS ids, ${total} AS total`.execute(tx),
    );
    return { data: await journalLines(context, rows[0]?.ids ?? []), totalRecords: rows[0]?.total ?? null };
  },
};
