import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { type DoneAt, doneAtOf } from '#platform/server/http/done-at.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { LineResult, NewLine, ShownLine } from '../../common/visits/visit-line.ts';
import { applyFindings } from './line-hits.ts';
import { startWith, visitFor } from './visits.ts';

type Adding = Pick<Context, 'tx' | 'kit' | 'actor' | 'locale' | 'request' | 'afterCommit'> & {
  params: { id: number };
  body: { lines: readonly NewLine[] };
};

/**
 * Stores lines of a visit, each once by the name that the device gave it, with the time at which it was done. A line of a
 * trap that was taken away meanwhile is kept and marked.
 */
export async function addLines(context: Adding): Promise<LineResult[]> {
  const { tx, request } = context;
  const { id, companyId, structureId } = await visitFor(context, 'work');
  const lines = context.body.lines.map((line) => timed(line, doneAtOf(request, line.at)));
  const known = await knownOf(tx, companyId, lines);
  const fresh = lines.filter(({ clientId }) => !known.has(clientId));
  if (fresh.length > 0) await startWith(context, id, fresh.map(({ at }) => at).toSorted()[0] as string);
  const added = await sql<{ clientId: string; gone: boolean }>`
    INSERT INTO rodent_visit_line (company_id, visit_id, device_id, client_id, at, received_at, finding, count, species, actions, serial, reason, photos, gone)
    SELECT ${companyId}, ${id}, d.id, n."clientId", n.at, n."receivedAt", n.finding, n.count, n.species, coalesce(n.actions, '{}'), n.serial, n.reason,
           coalesce(n.photos, '{}'), d.structure_id IS DISTINCT FROM ${structureId} OR d.state <> 'installed'
      FROM jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb)
           AS n ("clientId" uuid, "deviceId" integer, at timestamptz, "receivedAt" timestamptz, finding text, count smallint, species text,
                 actions text[], serial text, reason text, photos uuid[])
      JOIN ${sql.raw(deviceFacts)} d ON d.id = n."deviceId" AND d.app = 'rodent' AND d.company_id = ${companyId}
    ON CONFLICT (company_id, client_id) DO NOTHING RETURNING client_id, gone`.execute(tx);
  const stored = new Set(added.rows.map(({ clientId }) => clientId));
  // A person of this site says nothing about hits at the site of a trap that is elsewhere now.
  const here = new Set(added.rows.flatMap(({ clientId, gone }) => (gone ? [] : [clientId])));
  await applyFindings(
    context,
    fresh.filter(({ clientId }) => here.has(clientId)).map((line) => ({ ...line, companyId, visitId: id })),
  );
  const later = await knownOf(tx, companyId, lines);
  return lines.map(({ clientId }) => ({
    clientId,
    result: stored.has(clientId) ? 'added' : later.has(clientId) ? 'known' : 'unknown-trap',
  }));
}

/** Older lines are those of a phone whose clock is wrong: they count as done when they arrive. */
const longestLateMs = 31 * 24 * 3_600_000;
/** What a trap reports while somebody has been at it for longer is not about them any more. */
const longestAtTrapMs = 4 * 3_600_000;

/** A line with its times by the clock of the server. How long somebody was at the trap is known by any clock. */
function timed(line: NewLine, { doneAt, receivedAt }: DoneAt) {
  const at = receivedAt.getTime() - doneAt.getTime() > longestLateMs ? receivedAt : doneAt;
  const spentMs = line.beganAt === undefined ? 0 : Date.parse(line.at) - Date.parse(line.beganAt);
  const beganAt = new Date(at.getTime() - Math.min(Math.max(spentMs, 0), longestAtTrapMs));
  return { ...line, at: at.toISOString(), beganAt: beganAt.toISOString(), receivedAt: receivedAt.toISOString() };
}

async function knownOf(tx: Tx, companyId: number, lines: readonly { clientId: string }[]): Promise<Set<string>> {
  const ids = lines.map(({ clientId }) => clientId);
  const { rows } = await sql<{ clientId: string }>`
    SELECT client_id FROM rodent_visit_line WHERE company_id = ${companyId} AND client_id = ANY (${ids}::uuid[])`.execute(
    tx,
  );
  return new Set(rows.map(({ clientId }) => clientId));
}

/** The lines of a visit in the order in which they were done. */
export async function linesOf(tx: Tx, visitId: number): Promise<ShownLine[]> {
  const { rows } = await sql<ShownLine>`
    SELECT l.id, l.client_id, l.device_id, l.finding, l.count, l.species, l.actions, l.serial, l.reason, l.photos, l.at, l.received_at, l.gone,
           ${personNamed('l.user_id')} AS person
      FROM rodent_visit_line l WHERE l.visit_id = ${visitId} ORDER BY l.at, l.id`.execute(tx);
  return rows;
}
