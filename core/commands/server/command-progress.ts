import { sql } from 'kysely';
import { type Emitting, emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { repeat } from '#platform/server/repeat.ts';
import { type CommandState, canAdvance, commandStates } from '../common/command.ts';
import { announceEnd, announceFollowed, confirmByLatest, type Followed } from './command-confirmation.ts';
import { commandsOf, publishCommands } from './command-rows.ts';
import { releaseWaiting } from './release-waiting.ts';

const ended: readonly CommandState[] = ['confirmed', 'failed', 'expired', 'unknown'];

type Moved = { state: CommandState; configures: boolean };

/**
 * Advances a command if its state allows it, and publishes the change. Returns false otherwise: two gateways that both
 * have a connection of the device cannot both send it. The answer to a command that a report confirms only means that
 * it was delivered.
 */
export async function advanceCommand(
  kit: Kit,
  deviceId: number,
  id: number,
  to: CommandState,
  { response = null, reason = 'device-error' }: { response?: unknown /** Why it has failed. */; reason?: string } = {},
): Promise<boolean> {
  const from = commandStates.filter((state) => canAdvance(state, to));
  const answer = response === null ? null : JSON.stringify(response);
  const reports = sql`(wanted IS NOT NULL OR expected IS NOT NULL)`;
  return emittingAsSystem(kit, kit.telemetry.db, async (context) => {
    const updated = await sql<Moved>`
      UPDATE device_command
         SET state = CASE WHEN ${to} = 'confirmed' AND ${reports} THEN CASE state WHEN 'unknown' THEN 'unknown' ELSE 'delivered' END ELSE ${to} END,
             changed_at = CASE WHEN state = 'unknown' AND ${to} = 'confirmed' AND ${reports} THEN changed_at ELSE now() END, response = coalesce(${answer}::jsonb, response),
             reason = CASE ${to} WHEN 'failed' THEN ${reason} WHEN 'expired' THEN waits_for WHEN 'confirmed' THEN CASE WHEN ${reports} THEN reason END END
       WHERE id = ${id} AND device_id = ${deviceId} AND state = ANY (${from}::text[]) AND NOT (${to} = 'confirmed' AND ${reports} AND response IS NOT NULL)
         AND (${to} <> 'sent' OR (waits_for IS NULL AND coalesce(send_by, expires_at) > now()))
      RETURNING state, wanted IS NOT NULL AS configures`.execute(context.tx);
    const [command] = updated.rows;
    if (!command) return false;
    await announce(context, deviceId, id, command);
    return true;
  });
}

async function announce(context: Emitting, deviceId: number, id: number, { state, configures }: Moved): Promise<void> {
  if (configures && (state === 'failed' || state === 'expired' || state === 'unknown'))
    await emit(context, 'config-command.ended', { deviceId, state: state === 'failed' ? 'failed' : 'expired' });
  if (ended.includes(state)) return announceEnd(context, [id]);
  const commands = await commandsOf(context.tx, [id]);
  context.afterCommit(() => publishCommands(context.kit, commands));
}

/** Ends the commands that were delivered but whose value did not come in time: their outcome is unknown. */
async function endUnconfirmed(context: Emitting, patience: Patience): Promise<void> {
  const unconfirmed = await sql<Followed>`
    UPDATE device_command c SET state = 'unknown', reason = 'not-confirmed', unfollowed = c.expected ? 'alarm', changed_at = now()
     WHERE c.id IN (
       SELECT id FROM device_command WHERE state = 'delivered' AND expected IS NOT NULL AND confirm_by < now() AND ${patience}
        ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED)
    RETURNING c.id, c.device_id, c.expected ->> 'alarm' AS alarm`.execute(context.tx);
  await announceFollowed(context, unconfirmed.rows, false);
}

const sweepMs = 500;
/** A gap between sweeps that counts as an outage: of the database, or of this process. */
const outageMs = 5000;
/** How long after an outage devices may still report the outcomes of commands that were sent before it. */
const graceMs = 30_000;

/** SQL for whether a command that was sent may be given up. */
type Patience = ReturnType<typeof sql>;

/** Confirms, releases and ends commands by the reports of their devices and by the clock. */
export function startCommandSweep(kit: Kit): Stop {
  let outageEnded = performance.now();
  let sweptAt = outageEnded;
  const sweep = async () => {
    const now = performance.now();
    if (now - sweptAt > outageMs) outageEnded = now;
    const sinceOutage = now - outageEnded;
    const patience =
      sinceOutage > graceMs ? sql`true` : sql`sent_at > now() - ${sinceOutage} * interval '1 millisecond'`;
    const due = await emittingAsSystem(kit, kit.db, async (context) => {
      await confirmByLatest(context);
      await endUnconfirmed(context, patience);
      return sql<{ id: number; deviceId: number; state: CommandState }>`
        SELECT id, device_id, state FROM device_command
         WHERE state IN ('queued', 'sent', 'delivered') AND confirm_by IS NULL
           AND CASE state WHEN 'queued' THEN coalesce(send_by, expires_at) < now() ELSE expires_at < now() AND ${patience} END LIMIT 500`.execute(
        context.tx,
      );
    });
    for (const { id, deviceId, state } of due.rows)
      await advanceCommand(kit, deviceId, id, state === 'queued' ? 'expired' : 'unknown');
    await releaseWaiting(kit);
    sweptAt = performance.now();
  };
  return repeat(kit, sweepMs, 'following commands failed', sweep);
}
