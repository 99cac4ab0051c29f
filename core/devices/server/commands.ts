import { type Selectable, sql } from 'kysely';
import { hasAbilityOn } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { inSystem } from '#platform/server/database.ts';
import { emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { Invalid, refuse } from '#platform/server/refuse.ts';
import { repeat } from '#platform/server/repeat.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Actor, Context, Handlers } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';
import {
  type Command,
  type CommandOrder,
  type CommandState,
  canAdvance,
  commandAbility,
  type commandRoutes,
  commandStates,
  commandTimeout,
  heldNotice,
} from '../common/command.ts';
import { configOf, configParams } from '../common/model-settings.ts';
import { commandsOf, selection } from './command-rows.ts';
import { supersedeConfig } from './config.ts';
import { logDevice } from './device-changes.ts';
import { visibleDevice } from './device-handlers.ts';

type QueueContext = Pick<Context, 'tx' | 'kit' | 'afterCommit'> & {
  /** Who sends the command; null for the platform itself. */
  actor: Actor | null;
};

type Ordered = { solutionId: number; hardwareId: number };

/** The declared command with its parsed params: 404 for an unknown method, 418 for invalid params. */
function declaredCommand(app: AppManifest, { solutionId, hardwareId }: Ordered, { method, params }: CommandOrder) {
  const spec = Object.hasOwn(app.commands ?? {}, method) ? app.commands?.[method] : undefined;
  const model = app.hardware?.find(({ id }) => id === hardwareId);
  const shape = spec?.configures && model ? configParams(method, model) : spec?.params;
  if (!spec || !shape || spec.solutions?.includes(solutionId) === false)
    throw refuse(404, 'unknown-command', { method });
  const parsed = shape.safeParse(params);
  if (!parsed.success)
    throw new Invalid(
      parsed.error.issues.map(({ path, message }) => ({ param: ['params', ...path].join('.'), msg: message })),
    );
  return { spec, params: parsed.data as object };
}

/**
 * Queues a command for a device within the caller's transaction. The gateway with the device's connection is notified
 * after the commit. Refuses with 409 if the device is suspended or removed.
 */
export async function queueCommand(
  { tx, kit, actor, afterCommit }: QueueContext,
  app: AppManifest,
  device: Selectable<Tables['device']>,
  order: CommandOrder,
): Promise<Command> {
  const { spec, params } = declaredCommand(app, device, order);
  if (device.suspended) throw refuse(409, 'device-suspended', {}, '01020410');
  if (device.state === 'removed') throw refuse(409, 'device-removed');
  if (spec.configures) await supersedeConfig(tx, [device.id], [order.method]);
  const seconds = order.expiresInSeconds ?? commandTimeout(spec);
  const inserted = await tx
    .insertInto('deviceCommand')
    .values({
      deviceId: device.id,
      companyId: device.companyId,
      method: order.method,
      params: JSON.stringify(params),
      state: 'queued',
      response: null,
      wanted: spec.configures ? JSON.stringify(configOf(order.method, params)) : null,
      requestedBy: actor?.session.user.id ?? null,
      changedAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logDevice(tx, device, 'command', actor, { id: inserted.id, method: order.method });
  const [row] = await commandsOf(tx, [inserted.id]);
  afterCommit(() => {
    kit.live.publish({ topic: `device:${device.id}`, type: 'command', companyId: null, data: row });
    kit.live.publish({
      topic: 'commands',
      type: 'queued',
      companyId: null,
      data: { id: inserted.id, deviceId: device.id },
    });
  });
  const waits = spec.absent === 'hold' && device.connection !== 'online';
  return { ...(row as Command), notice: waits ? heldNotice : null };
}

/** Serves `commandRoutes` of an app. */
export function commandHandlers(app: AppManifest): Handlers<ReturnType<typeof commandRoutes>> {
  return {
    async send(context) {
      const { tx, params, body, actor, may } = context;
      const device = await visibleDevice(tx, actor, app.id, params.id);
      const ability = commandAbility(declaredCommand(app, device, body).spec);
      const entity = 'device';
      if (
        !may(canDo(`${app.id}.${entity}`, ability)) ||
        !hasAbilityOn(actor.session, app.id, entity, ability, device.structureId)
      )
        throw refuse(403, 'no-permission');
      return queueCommand(context, app, device, body);
    },
    async list({ tx, params, list, actor }) {
      await visibleDevice(tx, actor, app.id, params.id);
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

/** The commands of a device in these states that have not expired, oldest first; at most 100. */
export async function waitingCommands(kit: Kit, deviceId: number, states: readonly CommandState[]): Promise<Command[]> {
  return inSystem(kit.telemetry.db, async (tx) => {
    const commands = await sql<Command>`SELECT ${selection} FROM device_command c
      WHERE c.device_id = ${deviceId} AND c.state = ANY (${states}::text[]) AND c.expires_at > now() ORDER BY c.id LIMIT 100`.execute(
      tx,
    );
    return commands.rows;
  });
}

/**
 * Advances a command if its state allows it, and publishes the change. Returns false otherwise: two gateways that both
 * have a connection of the device cannot both send it. The answer to a command that configures the device only says that
 * it was delivered: the reported configuration confirms it.
 */
export async function advanceCommand(
  kit: Kit,
  deviceId: number,
  id: number,
  to: CommandState,
  response: unknown = null,
): Promise<boolean> {
  const from = commandStates.filter((state) => canAdvance(state, to));
  const answer = response === null ? null : JSON.stringify(response);
  const moved = await emittingAsSystem(kit, kit.telemetry.db, async (context) => {
    const updated = await sql<{ configures: boolean }>`
      UPDATE device_command SET state = CASE WHEN ${to} = 'confirmed' AND wanted IS NOT NULL THEN 'delivered' ELSE ${to} END,
             changed_at = now(), response = coalesce(${answer}::jsonb, response)
       WHERE id = ${id} AND device_id = ${deviceId} AND state = ANY (${from}::text[]) AND NOT (${to} = 'confirmed' AND wanted IS NOT NULL AND response IS NOT NULL)
      RETURNING wanted IS NOT NULL AS configures`.execute(context.tx);
    const [command] = updated.rows;
    if (command?.configures && (to === 'failed' || to === 'expired'))
      await emit(context, 'config-command.ended', { deviceId, state: to });
    return command ? commandsOf(context.tx, [id]) : [];
  });
  if (moved[0]) kit.live.publish({ topic: `device:${deviceId}`, type: 'command', companyId: null, data: moved[0] });
  return moved.length > 0;
}

const sweepMs = 2000;

/** Marks commands as expired when their time has passed. */
export function startCommandExpiry(kit: Kit): Stop {
  const sweep = async () => {
    const expired = await inSystem(kit.db, (tx) =>
      sql<{
        id: number;
        deviceId: number;
      }>`SELECT id, device_id FROM device_command WHERE state IN ('queued', 'sent', 'delivered') AND expires_at < now() LIMIT 500`.execute(
        tx,
      ),
    );
    for (const { id, deviceId } of expired.rows) await advanceCommand(kit, deviceId, id, 'expired');
  };
  return repeat(kit, sweepMs, 'expiring commands failed', sweep);
}
