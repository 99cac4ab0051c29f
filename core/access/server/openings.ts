import { sql } from 'kysely';
import { commandOutcomes } from '#core/commands/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { lockErrors } from '../common/lock-commands.ts';
import { endGrants } from './grants/grant-machine.ts';
import { storePassword } from './passwords.ts';

/** The credential by which a lock is opened, and the key of the call of its link. */
export class ByCredential {
  readonly id: number;
  readonly method: 'app' | 'link';
  readonly key: string | null;

  constructor(id: number, method: 'app' | 'link', key: string | null = null) {
    this.id = id;
    this.method = method;
    this.key = key;
  }
}

/**
 * Refuses to open a blocked lock, records orders to open and close until their outcome is known, and applies blocks.
 */
export async function recordOrder(context: Emitting, event: DomainEvents['command.queued']): Promise<void> {
  const { kit, tx, actor } = context;
  const { device, method, id, by } = event;
  const access = kit.apps.find((app) => app.id === device.app)?.access;
  if (!access?.models[device.hardwareId]) return;
  if (method === 'setBlocked') return block(context, event);
  if (method === 'setPassword') return storePassword(context, event);
  if (method !== 'unlock' && method !== 'lock') return;
  await bypassRls(tx, actor.scope, async () => {
    if (method === 'unlock') {
      const { rows } = await sql<{ blocked: boolean }>`
        SELECT blocked_at IS NOT NULL AS blocked FROM access_lock WHERE device_id = ${device.id}`.execute(tx);
      const { code, word } = lockErrors.blocked;
      if (rows[0]?.blocked) throw refuse(409, word, {}, access.errors + code);
    }
    const credential = event.cause instanceof ByCredential ? event.cause : null;
    // Without a person or a credential, only rules open and close locks.
    await tx
      .insertInto('accessOpening')
      .values({
        companyId: device.companyId,
        deviceId: device.id,
        commandId: id,
        action: method,
        method: credential?.method ?? (by === null ? 'rule' : 'remote'),
        userId: by,
        credentialId: credential?.id ?? null,
        key: credential?.key ?? null,
      })
      .execute();
    if (credential) await countUse(tx, credential.id, 1);
  });
}

async function block({ tx }: Emitting, { device, params, by }: DomainEvents['command.queued']): Promise<void> {
  const on = params.on === true;
  await sql`INSERT INTO access_lock AS l (device_id, company_id, blocked_at, blocked_by) VALUES (${device.id}, ${device.companyId}, CASE WHEN ${on} THEN now() END, ${by}::integer)
    ON CONFLICT (device_id) DO UPDATE SET blocked_at = CASE WHEN ${on} THEN coalesce(l.blocked_at, now()) END, blocked_by = excluded.blocked_by, blocked_reason = ''`.execute(
    tx,
  );
}

export type SettledLock = { companyId: number; deviceId: number };

type Settled = SettledLock & {
  id: number;
  credentialId: number | null;
  /** Its outcome was unknown before. */
  late: boolean;
  /** The order never left: the use is given back. */
  unused: boolean;
};

/**
 * Settles the orders of commands that have ended, with a line of the log each, and those whose outcome was unknown before.
 * A use that was reserved is given back only if the order was never sent: any other may have opened the lock, whether or
 * not the lock said so. Returns the locks of the orders.
 */
export async function settleOpenings({ tx }: Emitting, commandIds: readonly number[]): Promise<SettledLock[]> {
  const { rows } = await sql<Settled>`
    WITH ended AS (
      SELECT o.id, o.outcome AS before, CASE c.state WHEN 'confirmed' THEN 'opened' WHEN 'unknown' THEN 'unknown' ELSE 'failed' END AS outcome, c.sent_at IS NULL AS unused
        FROM access_opening o JOIN ${sql.raw(commandOutcomes)} c ON c.id = o.command_id
       WHERE o.command_id = ANY (${commandIds}::bigint[]) AND c.state IN ('confirmed', 'failed', 'expired', 'unknown')
         AND (o.settled_at IS NULL OR (o.outcome = 'unknown' AND c.state <> 'unknown')) ORDER BY o.id FOR UPDATE OF o)
    UPDATE access_opening o SET settled_at = now(), outcome = e.outcome
      FROM ended e WHERE e.id = o.id
    RETURNING o.id, o.company_id, o.device_id, o.credential_id, e.before IS NOT NULL AS late, e.unused`.execute(tx);
  for (const late of [false, true]) {
    const ids = rows.filter((row) => row.late === late).map(({ id }) => id);
    if (ids.length > 0) await recordOpenings(tx, ids, late);
  }
  const back = rows.filter(({ credentialId, unused }) => credentialId !== null && unused);
  for (const { credentialId } of back) await countUse(tx, credentialId as number, -1);
  const used = rows.flatMap(({ credentialId, unused }) => (credentialId !== null && !unused ? [credentialId] : []));
  await endUsedUp(tx, used);
  return rows;
}

type Tx = Emitting['tx'];

/** Counts a use of a credential and of its grant, or gives one back. */
async function countUse(tx: Tx, credentialId: number, by: 1 | -1): Promise<void> {
  await sql`UPDATE access_credential SET uses = greatest(0, uses + ${by}), last_used_at = CASE WHEN ${by} > 0 THEN now() ELSE last_used_at END WHERE id = ${credentialId}`.execute(
    tx,
  );
  await sql`UPDATE access_grant g SET uses = greatest(0, g.uses + ${by}) FROM access_credential c WHERE c.id = ${credentialId} AND g.id = c.grant_id`.execute(
    tx,
  );
}

/** Ends the grants of credentials whose last use is made, once no use is reserved any more. */
export async function endUsedUp(tx: Tx, credentialIds: readonly number[]): Promise<void> {
  if (credentialIds.length === 0) return;
  await endGrants(
    tx,
    sql`g.max_uses IS NOT NULL AND g.uses >= g.max_uses AND g.id IN (SELECT c.grant_id FROM access_credential c WHERE c.id = ANY (${credentialIds}::integer[]))
      AND NOT EXISTS (SELECT FROM access_opening o JOIN access_credential k ON k.id = o.credential_id WHERE k.grant_id = g.id AND o.settled_at IS NULL)`,
    { reason: 'used-up' },
  );
}

/** `late`: it corrects the line with the unknown outcome, and has the time of the order. */
const recordOpenings = (tx: Tx, ids: readonly number[], late: boolean) =>
  sql`
    INSERT INTO lock_log (company_id, app, device_id, structure_id, time, action, result, reason, method, user_id, holder_id, grant_id, credential_id, command_id, late)
    SELECT o.company_id, d.app, o.device_id, d.structure_id, CASE WHEN ${late} THEN o.created_at ELSE now() END, CASE o.outcome WHEN 'opened' THEN o.action WHEN 'unknown' THEN o.action || '-sent' ELSE 'denied' END,
           CASE o.outcome WHEN 'opened' THEN 'granted' WHEN 'unknown' THEN 'unknown' ELSE 'denied' END, CASE WHEN o.outcome <> 'opened' THEN 'no-answer' END,
           o.method, o.user_id, g.holder_id, g.id, o.credential_id, o.command_id, ${late}
      FROM access_opening o JOIN ${sql.raw(deviceFacts)} d ON d.id = o.device_id
      LEFT JOIN access_credential c ON c.id = o.credential_id LEFT JOIN access_grant g ON g.id = c.grant_id
     WHERE o.id = ANY (${ids}::integer[])`.execute(tx);
