import { sql } from 'kysely';
import { actedFor, personNameSql } from '#core/accounts/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Command } from '../common/command.ts';

/** The columns of a command as calls return it, over the table `c`. */
export const selection = sql`c.id, c.device_id, c.method, c.params, c.state, c.response, c.reason, CASE c.state WHEN 'queued' THEN c.waits_for END AS waits_for, c.alarm_id, c.trace, c.created_at, c.changed_at, c.expires_at, ${personNameSql('c.requested_by')} AS requested_by, ${personNameSql('c.impersonated_by')} AS impersonated_by, ${actedFor('c.requested_by', 'c.company_id')} AS acted_for, NULL::text AS notice`;

/** id, method, params, state, reason, sent_at: the commands of devices, without secret parameters. `sent_at` is null if never sent. */
export const commandOutcomes = '(SELECT id, method, params, state, reason, sent_at FROM device_command)';

/** Publishes the state of commands to the open pages of their devices. */
export function publishCommands(kit: Kit, commands: readonly Command[]): void {
  for (const data of commands)
    kit.live.publish({ topic: `device:${data.deviceId}`, type: 'command', companyId: null, data });
}

/** Commands by id, newest first. */
export async function commandsOf(tx: Tx, ids: readonly number[]): Promise<Command[]> {
  const commands = await sql<Command>`SELECT ${selection} FROM device_command c
    WHERE c.id = ANY (${ids}::bigint[]) ORDER BY c.id DESC`.execute(tx);
  return commands.rows;
}

/** The last command of a method that a device was sent; null without any. */
export async function lastCommand(tx: Tx, deviceId: number, method: string): Promise<Command | null> {
  const { rows } = await sql<Command>`SELECT ${selection} FROM device_command c
    WHERE c.device_id = ${deviceId} AND c.method = ${method} ORDER BY c.id DESC LIMIT 1`.execute(tx);
  return rows[0] ?? null;
}

/** Whether a command of the device is unfinished. */
export async function hasOpenCommand(tx: Tx, deviceId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('deviceCommand')
    .where('deviceId', '=', deviceId)
    .where('state', 'in', ['queued', 'sent', 'delivered'])
    .limit(1)
    .execute();
  return found.length > 0;
}
