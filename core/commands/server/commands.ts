import { sql } from 'kysely';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { visibleDevice } from '#core/devices/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { emit } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, Handlers } from '#platform/server/serve.ts';
import { type Command, type CommandState, commandAbility, type commandRoutes } from '../common/command.ts';
import { declaredCommand } from './assert-command.ts';
import { sentCommand } from './automatic-command.ts';
import { cancelCommand } from './cancel-command.ts';
import { commandsOf, selection } from './command-rows.ts';
import { unsealParams } from './command-secrets.ts';
import { queueCommand } from './queue-command.ts';

/** Serves `commandRoutes` of an app; for a collection of one solution it answers 404 for devices of another. */
export function commandHandlers(app: AppManifest, solution?: number): Handlers<ReturnType<typeof commandRoutes>> {
  const deviceOf = async (tx: Tx, actor: Actor, id: number) => {
    const device = await visibleDevice(tx, actor, app.id, id);
    if (solution !== undefined && device.solutionId !== solution) throw refuse(404, 'not-found');
    return device;
  };
  /** Refuses callers with 403 who may not send the command to a device at that structure. */
  const assertMay = (
    { may, actor }: Pick<Context, 'may' | 'actor'>,
    spec: Pick<CommandSpec, 'ability'>,
    structureId: number | null,
  ) => {
    const ability = commandAbility(spec);
    if (
      !may(canDo(`${app.id}.device`, ability)) ||
      !hasAbilityOn(actor.session, app.id, 'device', ability, structureId)
    )
      throw refuse(403, 'no-permission');
  };
  return {
    async send(context) {
      const { tx, params, body, actor } = context;
      const device = await deviceOf(tx, actor, params.id);
      const { spec } = declaredCommand(app, device, body);
      if (spec.internal) throw refuse(404, 'unknown-command', { method: body.method }, '01020404');
      assertMay(context, spec, device.structureId);
      const command = await queueCommand(context, app, device, body);
      if (body.alarmId !== undefined)
        await emit(context, 'command.sent', {
          alarmId: body.alarmId,
          companyId: device.companyId,
          sent: sentCommand(device, command),
          sender: actor.session,
        });
      return command;
    },
    async cancel(context) {
      const { tx, params, actor } = context;
      const device = await deviceOf(tx, actor, params.id);
      const [command] = await commandsOf(tx, [params.commandId]);
      if (command?.deviceId !== device.id) throw refuse(404, 'not-found');
      assertMay(context, app.commands?.[command.method] ?? {}, device.structureId);
      return cancelCommand(context, device, command);
    },
    async list({ tx, params, list, actor }) {
      await deviceOf(tx, actor, params.id);
      const { ids, totalRecords } = await findIds(tx, {
        table: 'device_command',
        spec: { sort: ['id'] },
        query: list,
        scope: actor.scope,
        where: [sql`t.device_id = ${params.id}`],
      });
      return { data: await commandsOf(tx, ids), totalRecords };
    },
  };
}

/** SQL for whether the command `c` may still be sent. */
const inTime = sql`c.waits_for IS NULL AND c.expires_at > now() AND (c.state <> 'queued' OR coalesce(c.send_by, c.expires_at) > now())`;

/** A command with its secrets, as long as it waits to be sent; null otherwise. */
export async function queuedCommand(kit: Kit, deviceId: number, id: number): Promise<Command | null> {
  return inSystem(kit.telemetry.db, async (tx) => {
    const found = await sql<Command & { sealed: Buffer | null }>`SELECT ${selection}, c.sealed FROM device_command c
      WHERE c.id = ${id} AND c.device_id = ${deviceId} AND c.state = 'queued' AND ${inTime}`.execute(tx);
    const [command] = found.rows;
    return command ? withSecrets(kit, command) : null;
  });
}

const withSecrets = (kit: Kit, { sealed, ...command }: Command & { sealed: Buffer | null }): Command => ({
  ...command,
  params: { ...(command.params as object), ...unsealParams(kit, command.deviceId, sealed) } as Command['params'],
});

/** Those of the devices for which a command waits. */
export async function devicesWithQueuedCommands(kit: Kit, deviceIds: readonly number[]): Promise<number[]> {
  const { rows } = await inSystem(kit.telemetry.db, (tx) =>
    sql<{ deviceId: number }>`SELECT DISTINCT c.device_id FROM device_command c
      WHERE c.state = 'queued' AND c.device_id = ANY (${deviceIds}::integer[]) AND ${inTime}`.execute(tx),
  );
  return rows.map(({ deviceId }) => deviceId);
}

/**
 * The commands of a device in these states that have not expired, with their secrets, without those that were sent and are
 * written only once; those that overtake first, then the oldest; at most 100.
 */
export async function waitingCommands(kit: Kit, deviceId: number, states: readonly CommandState[]): Promise<Command[]> {
  return inSystem(kit.telemetry.db, async (tx) => {
    const commands = await sql<Command & { sealed: Buffer | null }>`SELECT ${selection}, c.sealed FROM device_command c
      WHERE c.device_id = ${deviceId} AND c.state = ANY (${states}::text[]) AND (c.state = 'queued' OR NOT c.once) AND ${inTime} ORDER BY c.first DESC, c.id LIMIT 100`.execute(
      tx,
    );
    return commands.rows.map((command) => withSecrets(kit, command));
  });
}
