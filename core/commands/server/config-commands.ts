import { sql } from 'kysely';
import { type ConfigMethod, configCommands, configOf } from '#core/devices/common/models/model-settings.ts';
import { reportedConfigs } from '#core/devices/server/api.ts';
import { type Emitting, emit } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf, sqlNow } from '#platform/server/postgres/values.ts';
import type { Context } from '#platform/server/serve.ts';
import { commandTimeout } from '../common/command.ts';
import { commandsOf, publishCommands } from './command-rows.ts';

/** device_id of each command that configures a device and is not confirmed yet. */
export const unconfirmedConfigs =
  "(SELECT device_id FROM device_command WHERE wanted IS NOT NULL AND state IN ('queued', 'sent', 'delivered'))";

/** Confirms the commands whose configuration the device now reports. Those that were not sent yet stay queued. */
export async function confirmConfigured(context: Emitting, deviceId: number): Promise<void> {
  const { tx, kit, afterCommit } = context;
  const confirmed = await sql<{ id: number }>`
    UPDATE device_command c SET state = 'confirmed', changed_at = now() FROM ${sql.raw(reportedConfigs)} d
     WHERE d.device_id = ${deviceId} AND c.device_id = d.device_id AND c.state IN ('sent', 'delivered') AND d.config @> c.wanted
    RETURNING c.id`.execute(tx);
  const commands = await commandsOf(
    tx,
    confirmed.rows.map(({ id }) => id),
  );
  afterCommit(() => publishCommands(kit, commands));
  if (commands.length > 0) await emit(context, 'config-command.ended', { deviceId, state: 'confirmed' });
  await emit(context, 'device.configured', { id: deviceId });
}

/** Ends unconfirmed commands of these methods, by default of all, because another configuration replaces them. */
export async function supersedeConfig(
  tx: Tx,
  ids: readonly number[],
  methods: readonly string[] = Object.keys(configCommands),
): Promise<void> {
  await tx
    .updateTable('deviceCommand')
    .set({ state: 'failed', reason: 'superseded', changedAt: sqlNow })
    .where('deviceId', '=', anyOf(ids))
    .where('method', '=', anyOf(methods))
    .where('wanted', 'is not', null)
    .where('state', 'in', ['queued', 'sent', 'delivered'])
    .execute();
}

export type ConfigOrder = { deviceId: number; companyId: number; method: ConfigMethod; params: object };

/**
 * Queues commands that configure devices, in one statement for any number of them. They wait for devices that are not
 * online.
 */
export async function queueConfig(
  { tx, kit, afterCommit }: Pick<Context, 'tx' | 'kit' | 'afterCommit'>,
  orders: readonly ConfigOrder[],
  requestedBy: number | null,
): Promise<void> {
  if (orders.length === 0) return;
  const column = <T>(pick: (order: ConfigOrder) => T) => orders.map(pick);
  const queued = await sql<{ id: number; deviceId: number }>`
    INSERT INTO device_command (device_id, company_id, method, params, wanted, state, requested_by, expires_at)
    SELECT n.device, n.company, n.method, n.params, n.wanted, 'queued', ${requestedBy}::integer, now() + n.seconds * interval '1 second'
      FROM unnest(${column(({ deviceId }) => deviceId)}::integer[], ${column(({ companyId }) => companyId)}::integer[],
                  ${column(({ method }) => method)}::text[], ${column(({ params }) => JSON.stringify(params))}::jsonb[],
                  ${column(({ method, params }) => JSON.stringify(configOf(method, params)))}::jsonb[],
                  ${column(({ method }) => commandTimeout(configCommands[method]))}::integer[]) AS n(device, company, method, params, wanted, seconds)
    RETURNING id, device_id`.execute(tx);
  afterCommit(() => {
    for (const { id, deviceId } of queued.rows) kit.signals.send('command.queued', { id, deviceId });
  });
}
