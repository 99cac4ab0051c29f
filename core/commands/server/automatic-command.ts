import { type Selectable, sql } from 'kysely';
import { lockForCommand } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';
import { type Command, isAutomatic } from '../common/command.ts';
import { declaredCommand } from './assert-command.ts';
import type { SentCommand } from './events.ts';
import { queueCommand } from './queue-command.ts';

type Automatic = {
  alarmId: number;
  companyId: number;
  deviceId: number;
  method: string;
  params: Record<string, string | number | boolean>;
};

/** Rules send a command to a device at most once per this time. */
const pauseMinutes = 10;

export const sentCommand = (
  { id, name, solutionId }: Pick<Selectable<Tables['device']>, 'id' | 'name' | 'solutionId'>,
  { id: command, method, params }: Pick<Command, 'id' | 'method' | 'params'>,
): SentCommand => ({ id: command, method, params, device: { id, name, solutionId } });

/**
 * Sends a command because of an alarm, within the transaction of its event; it replaces an unfinished one. Refuses
 * commands that are not automatic, that a rule has sent within ten minutes, or that a person could not send.
 */
export async function sendAutomatic(
  context: Pick<Context, 'tx' | 'kit' | 'afterCommit'>,
  app: AppManifest,
  { alarmId, companyId, deviceId, method, params }: Automatic,
): Promise<SentCommand> {
  const { tx } = context;
  // Another worker that acts on the same alarm waits here, and then finds the command.
  const device = await lockForCommand(tx, deviceId);
  if (!device || device.companyId !== companyId || device.app !== app.id) throw refuse(404, 'not-found');
  const order = { method, params, alarmId, replace: true };
  const declared = declaredCommand(app, device, order);
  if (!isAutomatic(declared.spec, declared.params)) throw refuse(409, 'not-automatic');
  const before = await sql<{ recent: boolean }>`
    SELECT requested_by IS NULL AND alarm_id IS NOT NULL AS recent FROM device_command
     WHERE device_id = ${deviceId} AND method = ${method} AND params = ${JSON.stringify(declared.params)}::jsonb
       AND ((requested_by IS NULL AND alarm_id IS NOT NULL AND created_at > now() - ${pauseMinutes} * interval '1 minute')
         OR (state IN ('queued', 'sent', 'delivered') AND expires_at > now())) LIMIT 1`.execute(tx);
  const [found] = before.rows;
  if (found) throw refuse(409, found.recent ? 'acted-recently' : 'command-under-way');
  return sentCommand(device, await queueCommand({ ...context, actor: null }, app, device, order));
}
