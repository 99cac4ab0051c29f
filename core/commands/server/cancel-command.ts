import { sql } from 'kysely';
import { logDevice } from '#core/devices/server/api.ts';
import { emit } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Command } from '../common/command.ts';
import { announceEnd } from './command-confirmation.ts';
import { commandsOf } from './command-rows.ts';

/**
 * Cancels a command that has not been sent to its device yet. Idempotent. Refuses sent ones with 409: this call and a
 * gateway that sends the command exclude each other by locking the row.
 */
export async function cancelCommand(context: Context, device: { id: number; companyId: number }, command: Command) {
  const { tx, actor } = context;
  const cancelled = await sql<{ configures: boolean }>`
    UPDATE device_command SET state = 'failed', reason = 'cancelled', changed_at = now()
     WHERE id = ${command.id} AND state = 'queued' RETURNING wanted IS NOT NULL AS configures`.execute(tx);
  const [ended] = cancelled.rows;
  const [after = command] = await commandsOf(tx, [command.id]);
  if (!ended) {
    if (after.reason === 'cancelled') return after;
    throw refuse(409, 'command-not-queued');
  }
  await emit(context, 'command.cancelled', { id: command.id, deviceId: device.id });
  await logDevice(tx, device, 'command-cancelled', actor, { id: command.id, method: command.method });
  if (ended.configures)
    await bypassRls(tx, actor.scope, () =>
      emit(context, 'config-command.ended', { deviceId: device.id, state: 'cancelled' }),
    );
  await announceEnd(context, [command.id]);
  return after;
}
