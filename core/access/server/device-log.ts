import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { StoredEvent, TelemetryBatch } from '#core/telemetry/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf, sqlAgo } from '#platform/server/postgres/values.ts';
import type { LockEvent } from '../common/access-log.ts';
import { publishAccess } from './live-topics.ts';
import { endUsedUp } from './openings.ts';

/** The kind of events that locks report. */
const accessKind = 'access';
/** Events that arrive later than this are marked as late in the log, in seconds. */
const lateSeconds = 600;
/**
 * The platform writes the lines of its own orders: a report of the same by the lock within this time is not logged
 * again.
 */
const ownSeconds = 60;

const byPlatform = new Set(['app', 'link', 'remote', 'rule']);

type Line = { device: number; time: number; received: number } & LockEvent;

const lineOf = ({ deviceId, time, receivedAt, data }: StoredEvent): Line => ({
  ...(data as LockEvent),
  device: deviceId,
  time,
  received: receivedAt,
});

/** Writes what locks report into the log, in the transaction of the batch, and counts the uses of codes and cards. */
export async function logEvents(kit: Kit, tx: Tx, batch: TelemetryBatch): Promise<() => void> {
  const lines = batch.events.filter(({ kind }) => kind === accessKind).map(lineOf);
  if (lines.length === 0) return () => undefined;
  const own = lines.filter(({ method }) => method !== undefined && byPlatform.has(method));
  const ordered = own.length === 0 ? new Set<number>() : await orderedLately(tx, own);
  const kept = lines.filter((line) => !(own.includes(line) && ordered.has(line.device)));
  const written = await writeLines(tx, kept);
  await countCodes(tx, written);
  return () => {
    for (const companyId of new Set(written.map((row) => row.companyId))) publishAccess(kit, companyId);
  };
}

async function orderedLately(tx: Emitting['tx'], lines: readonly Line[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('accessOpening')
    .select('deviceId')
    .distinct()
    .where('deviceId', '=', anyOf(lines.map(({ device }) => device)))
    .where('createdAt', '>', sqlAgo(ownSeconds, 'second'))
    .execute();
  return new Set(rows.map(({ deviceId }) => deviceId));
}

type Written = { companyId: number; credentialId: number | null; action: string; result: string | null };

/** A slot names the code or card, its grant and its holder. */
async function writeLines(tx: Emitting['tx'], lines: readonly Line[]): Promise<Written[]> {
  const { rows } = await sql<Written>`
    INSERT INTO lock_log (company_id, app, device_id, structure_id, time, received_at, action, result, reason, method, holder_id, grant_id, credential_id, late)
    SELECT f.company_id, f.app, f.id, f.structure_id, to_timestamp(n.time / 1000), to_timestamp(n.received / 1000), n.action,
           coalesce(n.result, CASE WHEN n.action IN ('denied', 'forced') THEN 'denied' WHEN n.action IN ('unlock', 'manual') THEN 'granted' END), n.reason, n.method, g.holder_id, g.id, c.id, n.received - n.time > ${lateSeconds * 1000}
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS n (device integer, time float8, received float8, action text, result text, reason text, method text, slot integer)
      JOIN ${sql.raw(deviceFacts)} f ON f.id = n.device
      LEFT JOIN access_credential c ON c.device_id = n.device AND c.store = CASE n.method WHEN 'card' THEN 'cards' ELSE 'codes' END AND c.slot = n.slot LEFT JOIN access_grant g ON g.id = c.grant_id
    RETURNING company_id, credential_id, action, result`.execute(tx);
  return rows;
}

/** Counts openings by codes, and ends the grants whose last use that was. */
async function countCodes(tx: Emitting['tx'], written: readonly Written[]): Promise<void> {
  const used = written.flatMap(({ credentialId, action, result }) =>
    credentialId !== null && action === 'unlock' && result === 'granted' ? [credentialId] : [],
  );
  if (used.length === 0) return;
  await sql`
    WITH n AS (SELECT id, count(*)::integer AS uses FROM unnest(${used}::integer[]) AS u(id) GROUP BY 1),
         counted AS (UPDATE access_credential c SET uses = c.uses + n.uses, last_used_at = now() FROM n WHERE c.id = n.id RETURNING c.grant_id, n.uses)
    UPDATE access_grant g SET uses = g.uses + k.uses FROM (SELECT grant_id, sum(uses)::integer AS uses FROM counted GROUP BY 1) k WHERE g.id = k.grant_id`.execute(
    tx,
  );
  await endUsedUp(tx, used);
}
