import { type RawBuilder, sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { alarmRows } from '#core/alarms/server/api.ts';
import { deviceFacts, loggedLines } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { JournalLine } from '../../common/journal.ts';

/** Ids of the rows of a kind. Lines of different kinds have different ids: those of the rows times eight, and the kind. */
export const lineKinds = ['hit', 'verdict', 'rearm', 'visit', 'device', 'alarm'] as const;
export type LineKind = (typeof lineKinds)[number];
const step = 8;
export const lineId = (kind: LineKind, id: string): RawBuilder<number> =>
  sql`${sql.ref(id)}::float8 * ${step} + ${lineKinds.indexOf(kind)}`;

type Found = { rows: JournalLine[] };
type Reading = Pick<Context, 'tx' | 'kit' | 'actor'>;
/** What lines of the kinds of the app alone have. */
const nothing = { hit: null, verdict: null, visit: null, alarm: null };

const ofTrap = sql`jsonb_build_object('id', d.id, 'name', d.name, 'solutionId', d.solution_id) AS device, p.number`;
const withTrap = sql`JOIN ${sql.raw(deviceFacts)} d ON d.id = o.device_id LEFT JOIN rodent_trap p ON p.id = d.id`;
const ofHit = sql`${structureNamed('o.structure_id')} AS structure,
  jsonb_build_object('kind', o.kind, 'fromAt', o.from_at, 'count', o.count, 'verdict', o.verdict, 'presumed', o.presumed) AS hit`;
/** What only lines of logs have. */
const notLogged = sql`NULL AS impersonated_by, '{}'::jsonb AS data, NULL AS from_place, NULL AS to_place`;

const hitLines = ({ tx }: Reading, ids: readonly number[]): Promise<Found> =>
  sql<JournalLine>`
    SELECT ${lineId('hit', 'o.id')} AS id, o.company_id, o.at, 'hit' AS kind, NULL AS actor, ${notLogged}, ${ofTrap}, ${ofHit},
           NULL::jsonb AS verdict, NULL::jsonb AS visit, NULL::jsonb AS alarm
      FROM rodent_hit o ${withTrap} WHERE o.id = ANY (${ids}::integer[])`.execute(tx);

const rearmLines = ({ tx }: Reading, ids: readonly number[]): Promise<Found> =>
  sql<JournalLine>`
    SELECT ${lineId('rearm', 'o.id')} AS id, o.company_id, o.rearmed_at AS at, 'rearm' AS kind, NULL AS actor, ${notLogged}, ${ofTrap}, ${ofHit},
           NULL::jsonb AS verdict, NULL::jsonb AS visit, NULL::jsonb AS alarm
      FROM rodent_hit o ${withTrap} WHERE o.id = ANY (${ids}::integer[])`.execute(tx);

const verdictLines = ({ tx }: Reading, ids: readonly number[]): Promise<Found> =>
  sql<JournalLine>`
    SELECT ${lineId('verdict', 'r.id')} AS id, r.company_id, r.at, 'verdict' AS kind, ${personNameSql('r.by_id')} AS actor, ${notLogged}, ${ofTrap}, ${ofHit},
           jsonb_build_object('verdict', r.verdict, 'species', r.species, 'count', r.count, 'cause', r.cause, 'reason', r.reason) AS verdict, NULL::jsonb AS visit, NULL::jsonb AS alarm
      FROM rodent_verdict r JOIN rodent_hit o ON o.id = r.hit_id ${withTrap} WHERE r.id = ANY (${ids}::integer[])`.execute(
    tx,
  );

const visitLines = ({ tx }: Reading, ids: readonly number[]): Promise<Found> =>
  sql<JournalLine>`
    SELECT ${lineId('visit', 'o.id')} AS id, o.company_id, o.at, 'visit' AS kind, ${personNameSql('o.user_id')} AS actor, ${notLogged}, ${ofTrap},
           ${structureNamed('v.structure_id')} AS structure, NULL::jsonb AS hit, NULL::jsonb AS verdict,
           jsonb_build_object('id', v.id, 'number', v.number, 'finding', o.finding, 'count', o.count, 'species', o.species, 'actions', o.actions, 'reason', o.reason) AS visit, NULL::jsonb AS alarm
      FROM rodent_visit_line o JOIN rodent_visit v ON v.id = o.visit_id ${withTrap} WHERE o.id = ANY (${ids}::integer[])`.execute(
    tx,
  );

/** The numbers and present sites of traps, by the ids of their devices. */
async function placesOf(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<Pick<JournalLine, 'number' | 'structure'> & { id: number }>`
    SELECT d.id, p.number, ${structureNamed('d.structure_id')} AS structure
      FROM ${sql.raw(deviceFacts)} d LEFT JOIN rodent_trap p ON p.id = d.id WHERE d.id = ANY (${ids}::integer[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, ...of }) => [id, of]));
}

async function deviceLines({ tx }: Reading, ids: readonly number[]): Promise<Found> {
  const lines = await loggedLines(tx, ids);
  const places = await placesOf(
    tx,
    lines.map(({ device }) => device.id),
  );
  const journal = lines.map(({ id, ...line }) => ({
    ...line,
    id: id * step + lineKinds.indexOf('device'),
    number: places.get(line.device.id)?.number ?? null,
    structure: places.get(line.device.id)?.structure ?? null,
    ...nothing,
  }));
  return { rows: journal };
}

async function alarmLines(context: Reading, ids: readonly number[]): Promise<Found> {
  const alarms = await alarmRows(context, ids);
  const places = await placesOf(
    context.tx,
    alarms.flatMap(({ device }) => device?.id ?? []),
  );
  const journal = alarms.map(({ id, companyId, firstAt, device, structure, subject, ...alarm }) => {
    const { kind, class: of, severity, condition, disposition, closedAt, names } = alarm;
    return {
      ...{ id: id * step + lineKinds.indexOf('alarm'), companyId, at: firstAt, kind: 'alarm', device, structure },
      ...{ actor: null, impersonatedBy: null, data: {}, fromPlace: null, toPlace: null },
      number: (device && places.get(device.id)?.number) ?? null,
      ...nothing,
      alarm: { id, kind, class: of, severity, condition, disposition, closedAt, names, subject: subject.name },
    };
  });
  return { rows: journal };
}

const readers: Readonly<Record<LineKind, (context: Reading, ids: readonly number[]) => Promise<Found>>> = {
  ...{ hit: hitLines, rearm: rearmLines, verdict: verdictLines, visit: visitLines, device: deviceLines },
  alarm: alarmLines,
};

/** The lines with these ids, in this order, in one statement for each kind. */
export async function journalLines(context: Reading, ids: readonly number[]): Promise<JournalLine[]> {
  const found = new Map<number, JournalLine>();
  const byKind = Map.groupBy(ids, (id) => lineKinds[id % step]);
  for (const [kind, all] of byKind) {
    if (!kind) continue;
    const { rows: lines } = await readers[kind](
      context,
      all.map((id) => Math.floor(id / step)),
    );
    for (const line of lines) found.set(line.id, line);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
