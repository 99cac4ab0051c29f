import { type RawBuilder, sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { deviceFacts, loggedLines } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { JournalKind, JournalLine } from '../../common/journal.ts';

/** Ids of the rows of a kind. Lines of different kinds have different ids: those of the rows times eight, and the kind. */
export const lineKinds = ['hit', 'verdict', 'rearm', 'visit', 'device'] as const;
export type LineKind = (typeof lineKinds)[number];
const step = 8;
export const lineId = (kind: LineKind, id: string): RawBuilder<number> =>
  sql`${sql.ref(id)}::float8 * ${step} + ${lineKinds.indexOf(kind)}`;

const lineOf = (
  kind: JournalKind,
  at: string,
  personId: RawBuilder<unknown> | null,
  parts: RawBuilder<unknown>,
  of: RawBuilder<unknown>,
) => sql<JournalLine>`
  SELECT ${lineId(kind, 'r.id')} AS id, r.company_id, ${sql.ref(`r.${at}`)} AS at, ${kind} AS kind, ${personId ?? sql`NULL`} AS actor, NULL AS impersonated_by,
         '{}'::jsonb AS data, NULL AS from_place, NULL AS to_place,
         jsonb_build_object('id', d.id, 'name', d.name, 'solutionId', d.solution_id) AS device, p.number, ${parts}
    FROM ${of} JOIN ${sql.raw(deviceFacts)} d ON d.id = o.device_id LEFT JOIN rodent_trap p ON p.id = d.id`;

const noHit = sql`NULL::jsonb AS hit`;
const noVerdict = sql`NULL::jsonb AS verdict`;
const noVisit = sql`NULL::jsonb AS visit`;
const hit = sql`jsonb_build_object('kind', o.kind, 'fromAt', o.from_at, 'count', o.count, 'verdict', o.verdict, 'presumed', o.presumed) AS hit`;
const at = sql`${structureNamed('o.structure_id')} AS structure`;
const among = (ids: readonly number[]) => sql`r.id = ANY (${ids}::integer[])`;

const readers: Readonly<Record<JournalKind, (ids: readonly number[]) => RawBuilder<JournalLine>>> = {
  hit: (ids) =>
    sql`${lineOf('hit', 'at', null, sql`${at}, ${hit}, ${noVerdict}, ${noVisit}`, sql`rodent_hit r JOIN rodent_hit o ON o.id = r.id`)} WHERE ${among(ids)}`,
  rearm: (ids) =>
    sql`${lineOf('rearm', 'rearmed_at', null, sql`${at}, ${hit}, ${noVerdict}, ${noVisit}`, sql`rodent_hit r JOIN rodent_hit o ON o.id = r.id`)} WHERE ${among(ids)}`,
  verdict: (ids) => {
    const said = sql`jsonb_build_object('verdict', r.verdict, 'species', r.species, 'count', r.count, 'cause', r.cause, 'reason', r.reason) AS verdict`;
    return sql`${lineOf('verdict', 'at', personNameSql('r.by_id'), sql`${at}, ${hit}, ${said}, ${noVisit}`, sql`rodent_verdict r JOIN rodent_hit o ON o.id = r.hit_id`)} WHERE ${among(ids)}`;
  },
  visit: (ids) => {
    const found = sql`jsonb_build_object('id', v.id, 'number', v.number, 'finding', o.finding, 'count', o.count, 'species', o.species, 'actions', o.actions, 'reason', o.reason) AS visit`;
    const of = sql`rodent_visit_line r JOIN rodent_visit_line o ON o.id = r.id JOIN rodent_visit v ON v.id = o.visit_id`;
    return sql`${lineOf('visit', 'at', personNameSql('r.user_id'), sql`${structureNamed('v.structure_id')} AS structure, ${noHit}, ${noVerdict}, ${found}`, of)} WHERE ${among(ids)}`;
  },
};

async function deviceLines(tx: Tx, ids: readonly number[]): Promise<JournalLine[]> {
  const lines = await loggedLines(tx, ids);
  const { rows } = await sql<Pick<JournalLine, 'number' | 'structure'> & { id: number }>`
    SELECT d.id, p.number, ${structureNamed('d.structure_id')} AS structure
      FROM ${sql.raw(deviceFacts)} d LEFT JOIN rodent_trap p ON p.id = d.id
     WHERE d.id = ANY (${lines.map(({ device }) => device.id)}::integer[])`.execute(tx);
  const byDevice = new Map(rows.map(({ id, ...of }) => [id, of]));
  return lines.map(({ id, ...line }) => ({
    ...line,
    id: id * step + lineKinds.indexOf('device'),
    number: byDevice.get(line.device.id)?.number ?? null,
    structure: byDevice.get(line.device.id)?.structure ?? null,
    ...{ hit: null, verdict: null, visit: null },
  }));
}

/** The lines with these ids, in this order, in one statement for each kind. */
export async function journalLines(tx: Tx, ids: readonly number[]): Promise<JournalLine[]> {
  const found = new Map<number, JournalLine>();
  const byKind = Map.groupBy(ids, (id) => lineKinds[id % step]);
  for (const [kind, all] of byKind) {
    if (!kind) continue;
    const rows = all.map((id) => Math.floor(id / step));
    const lines = kind === 'device' ? await deviceLines(tx, rows) : (await readers[kind](rows).execute(tx)).rows;
    for (const line of lines) found.set(line.id, line);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
