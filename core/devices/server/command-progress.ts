import { sql } from 'kysely';
import { type Emitting, emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { repeat } from '#platform/server/repeat.ts';
import { type CommandState, canAdvance, commandStates } from '../common/command.ts';
import { commandsOf, publishCommands } from './command-rows.ts';
import { sensorRegistry } from './sensors.ts';

/** Device clocks may be this much behind without a report of their offset, in seconds. */
const clockTolerance = 5;

/** `alarm` is the kind that the app declares for devices that do not follow the command. */
type Ended = { id: number; deviceId: number; alarm: string | null };

/** Publishes ended commands after the commit, and emits for those with a kind of alarm whether the device has followed. */
async function end(context: Emitting, ended: readonly Ended[], followed: boolean): Promise<void> {
  const { tx, kit, afterCommit } = context;
  if (ended.length === 0) return;
  const commands = await commandsOf(
    tx,
    ended.map(({ id }) => id),
  );
  afterCommit(() => publishCommands(kit, commands));
  for (const { deviceId, alarm: kind } of ended)
    if (kind !== null) await emit(context, 'command.followed', { deviceId, kind, followed });
}

/**
 * Advances a command if its state allows it, and publishes the change. Returns false otherwise: two gateways that both
 * have a connection of the device cannot both send it. The answer to a command that a report confirms only says that it
 * was delivered.
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
  const moved = await emittingAsSystem(kit, kit.telemetry.db, async (context) => {
    const updated = await sql<{ configures: boolean }>`
      UPDATE device_command SET state = CASE WHEN ${to} = 'confirmed' AND ${reports} THEN 'delivered' ELSE ${to} END,
             changed_at = now(), response = coalesce(${answer}::jsonb, response), reason = CASE WHEN ${to} = 'failed' THEN ${reason} END
       WHERE id = ${id} AND device_id = ${deviceId} AND state = ANY (${from}::text[]) AND NOT (${to} = 'confirmed' AND ${reports} AND response IS NOT NULL)
      RETURNING wanted IS NOT NULL AS configures`.execute(context.tx);
    const [command] = updated.rows;
    if (command?.configures && (to === 'failed' || to === 'expired'))
      await emit(context, 'config-command.ended', { deviceId, state: to });
    return command ? commandsOf(context.tx, [id]) : [];
  });
  publishCommands(kit, moved);
  return moved.length > 0;
}

/** SQL for whether a reported value, as a number and as a text, is the one that the command `c` expects. */
const isExpected = sql`(NOT c.expected ? 'is' OR CASE jsonb_typeof(c.expected -> 'is')
    WHEN 'number' THEN abs(l.value - (c.expected ->> 'is')::double precision) <= coalesce((c.expected ->> 'tolerance')::double precision, 0)
    WHEN 'boolean' THEN (l.value <> 0) = (c.expected ->> 'is')::boolean
    ELSE l.word = c.expected ->> 'is' END)`;

/**
 * Confirms the commands whose value the devices have measured after they were sent, by their clocks as far as they report
 * the offset. It reads the newest values and not the messages, so that nothing is missed by a restart. A late
 * value does not confirm a command that has failed, but ends its alarm.
 */
async function confirmMeasured(context: Emitting): Promise<void> {
  const offset = sensorRegistry(context.kit.apps).named('devices', 'clockOffset')?.id ?? 0;
  const followed = await sql<Ended>`
    WITH met AS (
      SELECT c.id FROM device_command c
       WHERE c.expected IS NOT NULL AND NOT c.expected ? 'attribute' AND (c.state IN ('sent', 'delivered') OR c.unfollowed)
         AND EXISTS (SELECT FROM device_latest l WHERE l.device_id = c.device_id AND (NOT c.expected ? 'sensor' OR l.sensor_id = (c.expected ->> 'sensor')::integer)
           AND l.time - least(0, coalesce((SELECT o.value FROM device_latest o WHERE o.device_id = c.device_id AND o.sensor_id = ${offset}), 0)) * interval '1 second' >= c.sent_at - ${clockTolerance} * interval '1 second'
           AND ${isExpected})
       ORDER BY c.id LIMIT 500 FOR UPDATE SKIP LOCKED)
    UPDATE device_command c SET state = CASE WHEN c.unfollowed THEN c.state ELSE 'confirmed' END, unfollowed = false, changed_at = now()
      FROM met WHERE c.id = met.id
    RETURNING c.id, c.device_id, c.expected ->> 'alarm' AS alarm`.execute(context.tx);
  await end(context, followed.rows, true);
}

/** Confirms the commands whose attribute a device has just reported. What is no list shows of no entry that it is gone. */
export async function confirmReported(context: Emitting, deviceId: number, values: object): Promise<void> {
  const reported = sql`(${JSON.stringify(values)}::jsonb -> (c.expected ->> 'attribute'))`;
  const entry = sql`(${reported} -> (c.expected ->> 'entry'))`;
  const confirmed = await sql<Ended>`
    UPDATE device_command c SET state = 'confirmed', changed_at = now()
     WHERE c.device_id = ${deviceId} AND c.expected ? 'attribute' AND c.state IN ('sent', 'delivered')
       AND ${JSON.stringify(values)}::jsonb ? (c.expected ->> 'attribute')
       AND CASE WHEN c.expected ? 'gone' THEN jsonb_typeof(${reported}) = 'object' AND ${entry} IS NULL
                WHEN c.expected ? 'entry' THEN ${entry} = c.expected -> 'is' OR ${entry} = 'true'::jsonb
                ELSE NOT c.expected ? 'is' OR ${reported} = c.expected -> 'is' END
    RETURNING c.id, c.device_id, c.expected ->> 'alarm' AS alarm`.execute(context.tx);
  await end(context, confirmed.rows, true);
}

/** Fails the commands that were delivered but whose value did not come in time. */
async function failUnconfirmed(context: Emitting): Promise<void> {
  const failed = await sql<Ended>`
    UPDATE device_command c SET state = 'failed', reason = 'not-confirmed', unfollowed = c.expected ? 'alarm', changed_at = now()
     WHERE c.id IN (
       SELECT id FROM device_command WHERE state = 'delivered' AND expected IS NOT NULL AND confirm_by < now() ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED)
    RETURNING c.id, c.device_id, c.expected ->> 'alarm' AS alarm`.execute(context.tx);
  await end(context, failed.rows, false);
}

const sweepMs = 500;

/** Confirms, fails and expires commands by what their devices have reported and by the clock. */
export function startCommandSweep(kit: Kit): Stop {
  const sweep = async () => {
    const expired = await emittingAsSystem(kit, kit.db, async (context) => {
      await confirmMeasured(context);
      await failUnconfirmed(context);
      return sql<{ id: number; deviceId: number }>`
        SELECT id, device_id FROM device_command
         WHERE state IN ('queued', 'sent', 'delivered') AND expires_at < now() AND confirm_by IS NULL LIMIT 500`.execute(
        context.tx,
      );
    });
    for (const { id, deviceId } of expired.rows) await advanceCommand(kit, deviceId, id, 'expired');
  };
  return repeat(kit, sweepMs, 'following commands failed', sweep);
}
