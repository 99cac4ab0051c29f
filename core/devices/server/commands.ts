import { sql } from 'kysely';
import { personName } from '#core/accounts/server/api.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import { repeat } from '#platform/server/repeat.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type Command, type CommandState, type commandRoutes, commandStates, mayBecome } from '../common/command.ts';
import { logDevice } from './device-changes.ts';
import { visibleDevice } from './device-handlers.ts';

const selection = sql`c.id, c.device_id, c.method, c.params, c.state, c.response, c.created_at, c.changed_at, c.expires_at, ${personName('c.requested_by')} AS requested_by, ${personName('c.opened_by')} AS opened_by`;

async function commandsOf(tx: Tx, ids: readonly number[]): Promise<Command[]> {
  const found = await sql<Command>`SELECT ${selection} FROM device_command c
    WHERE c.id = ANY (${ids}::bigint[]) ORDER BY c.id DESC`.execute(tx);
  return found.rows;
}

/** The command calls of one app. */
export function commandHandlers(app: string): Handlers<ReturnType<typeof commandRoutes>> {
  return {
    async send({ tx, kit, params, body, actor, afterCommit }) {
      const device = await visibleDevice(tx, actor, app, params.id, 'command');
      if (device.blocked) throw refuse(409, 'device-blocked');
      if (device.state === 'removed') throw refuse(409, 'device-removed');
      const made = await tx
        .insertInto('deviceCommand')
        .values({
          deviceId: device.id,
          companyId: device.companyId,
          method: body.method,
          params: JSON.stringify(body.params),
          state: 'queued',
          response: null,
          requestedBy: actor.session.user.id,
          changedAt: new Date().toISOString(),
          expiresAt: new Date(Date.now() + body.expiresInSeconds * 1000).toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await logDevice(tx, device, 'command', actor, { id: made.id, method: body.method });
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
    },
    async list({ tx, params, list, actor }) {
      await visibleDevice(tx, actor, app, params.id);
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

/** Commands that wait for this device, oldest first. */
export async function queuedCommands(kit: Kit, deviceId: number): Promise<Command[]> {
  return inSystem(kit.db, async (tx) => {
    const found = await sql<Command>`SELECT ${selection} FROM device_command c
      WHERE c.device_id = ${deviceId} AND c.state = 'queued' AND c.expires_at > now() ORDER BY c.id LIMIT 100`.execute(
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
  const moved = await inSystem(kit.db, async (tx) => {
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
