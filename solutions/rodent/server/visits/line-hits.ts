import { sql } from 'kysely';
import { clearAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { storedEvents, storedReadings } from '#core/telemetry/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { GivenVerdict } from '../../common/hit.ts';
import type { NewLine } from '../../common/visits/visit-line.ts';
import { recordHits } from '../hits/record-hits.ts';
import { addVerdicts, lockHits } from '../hits/verdicts.ts';

type Line = NewLine & { companyId: number; visitId: number };

/** Hits until so long after a line are those of the person at the trap. */
const serviceMs = 10 * 60_000;

/**
 * What lines say of the hits of their traps: those while somebody was there are service, and the finding is the verdict on
 * the last one before. A catch of which the trap has reported nothing is a hit since its last message.
 */
export const applyFindings = (context: Emitting, lines: readonly Line[]): Promise<void> =>
  bypassRls(context.tx, context.actor.scope, async () => {
    if (lines.length === 0) return;
    await openWindows(context, lines);
    await recordHits(
      context,
      [...Map.groupBy(lines, ({ deviceId }) => deviceId)].map(([deviceId, of]) => ({
        deviceId,
        from: Math.min(...of.map(beganAt)),
        counters: [],
      })),
    );
    const hits = await hitsBefore(context, lines);
    const decided: { id: number; given: GivenVerdict; visitId: number }[] = [];
    for (const [i, line] of lines.entries()) {
      const given = verdictOf(line);
      const id = given && (hits[i] ?? (given.verdict === 'catch' ? await addFound(context, line) : null));
      if (given && id !== null) decided.push({ id, given, visitId: line.visitId });
    }
    for (const same of Map.groupBy(decided, ({ given, visitId }) => JSON.stringify([given, visitId])).values()) {
      const [first] = same;
      const ids = same.map(({ id }) => id);
      if (first) await addVerdicts(context, await lockHits(context, ids), first.given, first.visitId);
    }
    await attend(context, lines);
    const armed = lines.filter(({ actions = [] }) => actions.includes('re-armed'));
    await clearAlarms(
      context,
      armed.flatMap(({ deviceId, at }) =>
        ['activation', 'catch', 'not-rearmed', 'trap-full'].map((kind) => ({ deviceId, kind, at: Date.parse(at) })),
      ),
    );
  });

const beganAt = ({ beganAt: began, at }: NewLine): number => Date.parse(began ?? at);

function verdictOf({ finding, count, species }: NewLine): GivenVerdict | null {
  if (finding === 'catch') return { verdict: 'catch', count: count ?? 1, ...(species ? { species } : {}) };
  return finding === 'false' || finding === 'sprung-empty' ? { verdict: 'false', cause: 'unknown' } : null;
}

/** Of what happened at a trap before somebody looked at it, no alarm is still to come, and no animal waits. */
async function attend(context: Emitting, lines: readonly Line[]): Promise<void> {
  const { tx } = context;
  const seen = lines.filter(({ finding }) => finding !== 'missing' && finding !== 'inaccessible');
  await sql`
    UPDATE rodent_hit h SET due_at = NULL
      FROM unnest(${seen.map(({ deviceId }) => deviceId)}::integer[], ${seen.map(({ at }) => at)}::timestamptz[]) AS w (device_id, at)
     WHERE h.device_id = w.device_id AND h.at <= w.at AND h.due_at IS NOT NULL`.execute(tx);
  await clearAlarms(
    context,
    seen.map(({ deviceId, at }) => ({ deviceId, kind: 'catch-waiting', at: Date.parse(at) })),
  );
}

async function openWindows({ tx }: Emitting, lines: readonly Line[]): Promise<void> {
  await tx
    .insertInto('rodentServiceWindow')
    .values(
      lines.map((line) => ({
        companyId: line.companyId,
        deviceId: line.deviceId,
        fromAt: new Date(beganAt(line)).toISOString(),
        toAt: new Date(Date.parse(line.at) + serviceMs).toISOString(),
        visitId: line.visitId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The last activation of each trap that nobody has decided about, between the check before the line and the line. */
async function hitsBefore({ tx }: Emitting, lines: readonly Line[]): Promise<(number | null)[]> {
  const { rows } = await sql<{ id: number | null }>`
    SELECT (SELECT h.id FROM rodent_hit h
             WHERE h.device_id = w.device_id AND h.kind = 'activation' AND h.presumed AND NOT h.service AND h.at <= w.at
               AND h.at > coalesce((SELECT max(l.at) FROM rodent_visit_line l WHERE l.device_id = w.device_id AND l.visit_id <> w.visit_id AND l.at < w.at), '-infinity')
             ORDER BY h.at DESC, h.id DESC LIMIT 1) AS id
      FROM jsonb_to_recordset(${JSON.stringify(lines.map((line, n) => ({ n, device_id: line.deviceId, visit_id: line.visitId, at: line.at })))}::jsonb)
           AS w (n integer, device_id integer, visit_id integer, at timestamptz) ORDER BY w.n`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Adds the hit of a catch that its trap has not reported: between its last message and the line. */
async function addFound({ tx }: Emitting, { companyId, deviceId, at }: Line): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO rodent_hit (company_id, device_id, structure_id, floor_id, space_id, kind, reported_by, at, from_at, until_at, verdict, presumed)
    SELECT ${companyId}, d.id, d.structure_id, d.floor_id, d.space_id, 'activation', 'person', ${at}::timestamptz,
           greatest((SELECT max(r.time) FROM ${sql.raw(storedReadings)} r WHERE r.device_id = d.id AND r.time <= ${at}::timestamptz AND r.time > ${at}::timestamptz - interval '30 days'),
                    (SELECT max(e.time) FROM ${sql.raw(storedEvents)} e WHERE e.device_id = d.id AND e.time <= ${at}::timestamptz)), ${at}::timestamptz, 'unverified', true
      FROM ${sql.raw(deviceFacts)} d WHERE d.id = ${deviceId} RETURNING id`.execute(tx);
  return rows[0]?.id ?? null;
}
