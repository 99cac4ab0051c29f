import { type Selectable, sql } from 'kysely';
import { personName } from '#core/accounts/server/api.ts';
import { hasAbilityOn } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
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
  commandAbility,
  type commandRoutes,
  commandStates,
  commandTimeout,
  mayBecome,
} from '../common/command.ts';
import { logDevice } from './device-changes.ts';
import { visibleDevice } from './device-handlers.ts';

const selection = sql`c.id, c.device_id, c.method, c.params, c.state, c.response, c.created_at, c.changed_at, c.expires_at, ${personName('c.requested_by')} AS requested_by, ${personName('c.impersonated_by')} AS impersonated_by`;

async function commandsOf(tx: Tx, ids: readonly number[]): Promise<Command[]> {
  const found = await sql<Command>`SELECT ${selection} FROM device_command c
    WHERE c.id = ANY (${ids}::bigint[]) ORDER BY c.id DESC`.execute(tx);
  return found.rows;
}

type Queueing = Pick<Context, 'tx' | 'kit' | 'afterCommit'> & {
  /** Who asks for it; null is the platform itself. */
  actor: Actor | null;
};

/** The command as the app declares it for devices of this solution: 404 for another method, 418 for wrong params. */
function declared(app: AppManifest, solutionId: number, { method, params }: CommandOrder) {
  const spec = Object.hasOwn(app.commands ?? {}, method) ? app.commands?.[method] : undefined;
  if (!spec || spec.solutions?.includes(solutionId) === false) throw refuse(404, 'unknown-command', { method });
  const parsed = spec.params.safeParse(params);
  if (!parsed.success)
    throw new Invalid(
      parsed.error.issues.map(({ path, message }) => ({ param: ['params', ...path].join('.'), msg: message })),
    );
  return { spec, params: parsed.data };
}

/**
 * Puts a command into the queue of a device, within the caller's transaction: the one way to send one. The gateway that
 * holds the device's connection is told after the commit.
 */
export async function queueCommand(
  { tx, kit, actor, afterCommit }: Queueing,
  app: AppManifest,
  device: Selectable<Tables['device']>,
  order: CommandOrder,
): Promise<Command> {
  const { spec, params } = declared(app, device.solutionId, order);
  if (device.blocked) throw refuse(409, 'device-blocked');
  if (device.state === 'removed') throw refuse(409, 'device-removed');
  const seconds = order.expiresInSeconds ?? commandTimeout(spec);
  const made = await tx
    .insertInto('deviceCommand')
    .values({
      deviceId: device.id,
      companyId: device.companyId,
      method: order.method,
      params: JSON.stringify(params),
      state: 'queued',
      response: null,
      requestedBy: actor?.session.user.id ?? null,
      changedAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logDevice(tx, device, 'command', actor, { id: made.id, method: order.method });
  const [row] = await commandsOf(tx, [made.id]);
  afterCommit(() => {
    kit.live.publish({ topic: `device:${device.id}`, type: 'command', companyId: null, data: row });
    kit.live.publish({
      topic: 'commands',
      type: 'queued',
      companyId: null,
      data: { id: made.id, deviceId: device.id },
    });
  });
  return row as Command;
}

/** The command calls of one app. */
export function commandHandlers(app: AppManifest): Handlers<ReturnType<typeof commandRoutes>> {
  return {
    async send(context) {
      const { tx, params, body, actor, may } = context;
      const device = await visibleDevice(tx, actor, app.id, params.id);
      const ability = commandAbility(declared(app, device.solutionId, body).spec);
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

/** Commands of this device in one of the states that have not expired, oldest first. */
export async function waitingCommands(kit: Kit, deviceId: number, states: readonly CommandState[]): Promise<Command[]> {
  return inSystem(kit.telemetry.db, async (tx) => {
    const found = await sql<Command>`SELECT ${selection} FROM device_command c
      WHERE c.device_id = ${deviceId} AND c.state = ANY (${states}::text[]) AND c.expires_at > now() ORDER BY c.id LIMIT 100`.execute(
      tx,
    );
    return found.rows;
  });
}

/**
 * Moves a command on if its present state allows it and tells open pages. Returns false when it does not: two gateways
 * that both hold a connection of the device cannot both send it.
 */
export async function moveCommand(
  kit: Kit,
  deviceId: number,
  id: number,
  to: CommandState,
  response: unknown = null,
): Promise<boolean> {
  const from = commandStates.filter((state) => mayBecome(state, to));
  const moved = await inSystem(kit.telemetry.db, async (tx) => {
    const done = await sql<{
      id: number;
    }>`UPDATE device_command SET state = ${to}, changed_at = now(), response = coalesce(${response === null ? null : JSON.stringify(response)}::jsonb, response)
      WHERE id = ${id} AND device_id = ${deviceId} AND state = ANY (${from}::text[]) RETURNING id`.execute(tx);
    return done.rows.length > 0 ? commandsOf(tx, [id]) : [];
  });
  if (moved[0]) kit.live.publish({ topic: `device:${deviceId}`, type: 'command', companyId: null, data: moved[0] });
  return moved.length > 0;
}

const sweepMs = 2000;

/** Expires commands whose time has passed. */
export function startCommandExpiry(kit: Kit): Stop {
  const sweep = async () => {
    const gone = await inSystem(kit.db, (tx) =>
      sql<{
        id: number;
        deviceId: number;
      }>`SELECT id, device_id FROM device_command WHERE state IN ('queued', 'sent', 'delivered') AND expires_at < now() LIMIT 500`.execute(
        tx,
      ),
    );
    for (const { id, deviceId } of gone.rows) await moveCommand(kit, deviceId, id, 'expired');
  };
  return repeat(kit, sweepMs, 'expiring commands failed', sweep);
}
