import { type Selectable, sql } from 'kysely';
import { assertRecentProof } from '#core/accounts/server/api.ts';
import { dependsOnLimits } from '#core/devices/common/commands/command-guard.ts';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { configOf } from '#core/devices/common/models/model-settings.ts';
import { lockForCommand, logDevice, sensorRegistry } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Emitting, emit, systemActor } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';
import { type Command, type CommandOrder, commandTimeout, heldNotice } from '../common/command.ts';
import { assertReady, type Declared, declaredCommand } from './assert-command.ts';
import { announceEnd } from './command-confirmation.ts';
import { isListening } from './command-listeners.ts';
import { commandsOf, publishCommands } from './command-rows.ts';
import { sealParams } from './command-secrets.ts';
import { supersedeConfig } from './config-commands.ts';

export type QueueContext = Pick<Context, 'tx' | 'kit' | 'afterCommit'> & {
  /** The sender of the command; null for the platform itself. */
  actor: Actor | null;
};
export type Device = Selectable<Tables['device']>;

/** How a command reaches its device now: over its own connection, or through a connector; null if it does not. */
export type Reach = 'connection' | 'connector' | null;

/** An online device may have just lost its connection: it counts as online until it misses a report. */
async function reachOf(context: QueueContext, device: Device, method: string): Promise<Reach> {
  const { tx, actor } = context;
  if (device.connection !== 'online') return null;
  if (await isListening(tx, device.id)) return 'connection';
  const route = { device, method, reachable: false };
  await emit({ ...context, actor: actor ?? systemActor }, 'command.route', route);
  return route.reachable ? 'connector' : null;
}

/**
 * The subject of the command, for which only one is unfinished at a time; null for a configuration, which supersedes.
 */
const subjectOf = (method: string, { spec, params }: Declared): string | null =>
  spec.configures ? null : [spec.changes ?? method, ...(spec.key ? [params[spec.key]] : [])].join(' ');

/** The report that confirms the command, with the id of the sensor and the value of the parameter. */
function expectedOf({ kit }: QueueContext, app: string, { spec: { confirmed }, params }: Declared): object | null {
  if (!confirmed) return null;
  const { sensor, attribute, is, tolerance, alarm, entry, gone } = confirmed;
  const found = sensor === undefined ? undefined : sensorRegistry(kit.apps).named(app, sensor);
  if (sensor !== undefined && !found)
    throw new Error(`a command of ${app} is confirmed by the unknown sensor ${sensor}`);
  return {
    ...(found ? { sensor: found.id } : {}),
    ...(attribute === undefined ? {} : { attribute }),
    ...(is === undefined ? {} : { is: typeof is === 'object' ? params[is.param] : is }),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(entry === undefined ? {} : { entry: String(params[entry.param]) }),
    ...(gone === undefined ? {} : { gone }),
    ...(alarm === undefined ? {} : { alarm }),
  };
}

/**
 * Ends the unfinished command of the subject if it has expired, and with `replace` in any case. If it was sent, its
 * outcome is unknown.
 */
async function endUnfinished(context: Emitting, deviceId: number, subject: string, replace: boolean): Promise<void> {
  const { tx } = context;
  await tx
    .updateTable('deviceCommand')
    .set({ unfollowed: false })
    .where('deviceId', '=', deviceId)
    .where('subject', '=', subject)
    .where('unfollowed', '=', true)
    .execute();
  const ended = await sql<{ id: number }>`
    UPDATE device_command SET changed_at = now(),
           state = CASE WHEN state <> 'queued' THEN 'unknown' WHEN coalesce(send_by, expires_at) < now() THEN 'expired' ELSE 'failed' END,
           reason = CASE WHEN state = 'queued' AND coalesce(send_by, expires_at) < now() THEN waits_for ELSE 'superseded' END
     WHERE device_id = ${deviceId} AND subject = ${subject} AND state IN ('queued', 'sent', 'delivered')
       AND (${replace} OR (state = 'queued' AND coalesce(send_by, expires_at) < now())) RETURNING id`.execute(tx);
  await announceEnd(
    context,
    ended.rows.map(({ id }) => id),
  );
}

/**
 * A command to a device that must be present, or that depends on limits, is sent within this time or never, in case the
 * connection is lost meanwhile.
 */
export const sendWithinMs = 5000;

/** How long the command waits for the device, in seconds. */
const waitingSeconds = ({ expiresInSeconds, waitSeconds }: CommandOrder, spec: CommandSpec, reach: Reach): number =>
  waitSeconds !== undefined && reach === null ? waitSeconds : (expiresInSeconds ?? commandTimeout(spec));

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** Until when the command may be sent, and until when it is followed. */
const endsOf = (order: CommandOrder, { spec, params }: Declared, reach: Reach) => ({
  sendBy:
    dependsOnLimits(spec, params) ||
    (typeof spec.absent === 'object' && reach === 'connection' && order.waitSeconds === undefined)
      ? new Date(Date.now() + sendWithinMs).toISOString()
      : null,
  expiresAt: inSeconds(waitingSeconds(order, spec, reach)),
});

/**
 * Queues a command for a device within the caller's transaction; it is the one way to send one. The gateway with the
 * device's connection is notified after the commit. Refuses with 409 what the state of the device does not allow, and a
 * second command that changes the same thing as an unfinished one, unless it replaces that. A command that is forbidden now
 * may be stored to wait; `releaseWaiting` sends it. `cause` is passed on to listeners.
 */
export async function queueCommand(
  context: QueueContext,
  app: AppManifest,
  { id: deviceId }: Device,
  order: CommandOrder,
  cause: object | null = null,
): Promise<Command> {
  const { tx, kit, actor, afterCommit } = context;
  const device = await lockForCommand(tx, deviceId);
  if (!device) throw refuse(404, 'not-found');
  const declared = declaredCommand(app, device, order);
  const { spec, params } = declared;
  const reach = await reachOf(context, device, order.method);
  const emitting = { ...context, actor: actor ?? systemActor };
  const wait = await assertReady(emitting, device, declared, order, { reach, cause });
  if (spec.proof && actor) await assertRecentProof(tx, actor);
  if (spec.configures) await supersedeConfig(tx, [device.id], [order.method]);
  const subject = subjectOf(order.method, declared);
  if (subject !== null) await endUnfinished(emitting, device.id, subject, order.replace ?? false);
  const expected = expectedOf(context, app.id, declared);
  const { open, sealed } = sealParams(kit, device.id, params, spec.secret ?? []);
  const inserted = await tx
    .insertInto('deviceCommand')
    .values({
      deviceId: device.id,
      companyId: device.companyId,
      method: order.method,
      params: JSON.stringify(open),
      sealed,
      first: spec.first ?? false,
      once: spec.once ?? false,
      state: 'queued',
      response: null,
      wanted: spec.configures ? JSON.stringify(configOf(order.method, params)) : null,
      subject,
      expected: expected && JSON.stringify(expected),
      confirmSeconds: spec.confirmed?.within ?? null,
      alarmId: order.alarmId ?? null,
      requestedBy: actor?.session.user.id ?? null,
      changedAt: new Date().toISOString(),
      ...(wait
        ? { waitsFor: wait.word, sendBy: null, expiresAt: inSeconds(wait.seconds) }
        : endsOf(order, declared, reach)),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['deviceId', 'subject'])
        .where(sql<boolean>`subject IS NOT NULL AND state IN ('queued', 'sent', 'delivered')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw await underWay(tx, device.id, subject);
  const { id } = inserted;
  const by = actor?.session.user.id ?? null;
  if (wait === null)
    await emit(emitting, 'command.queued', {
      id,
      device,
      method: order.method,
      params,
      by,
      alarmId: order.alarmId ?? null,
      cause,
    });
  const alarm = order.alarmId === undefined ? {} : { alarm: order.alarmId };
  await logDevice(tx, device, 'command', actor, { id, method: order.method, ...alarm });
  const [row] = await commandsOf(tx, [id]);
  afterCommit(() => {
    publishCommands(kit, [row as Command]);
    if (wait === null) kit.signals.send('command.queued', { id, deviceId: device.id });
  });
  const waits = spec.absent === 'hold' && device.connection !== 'online';
  return { ...(row as Command), notice: waits ? heldNotice : null };
}

async function underWay(tx: Tx, deviceId: number, subject: string | null) {
  const other = await tx
    .selectFrom('deviceCommand')
    .select(['id', 'method', 'params'])
    .where('deviceId', '=', deviceId)
    .where('subject', '=', subject)
    .where('state', 'in', ['queued', 'sent', 'delivered'])
    .executeTakeFirst();
  return refuse(409, 'command-under-way', { ...other }, '01020409');
}

/** Ends all unfinished commands of a device that can no longer receive them, or report their outcome. */
export async function failCommands(
  context: Emitting,
  deviceId: number,
  reason: 'suspended' | 'uninstalled',
): Promise<void> {
  const failed = await sql<{ id: number }>`
    UPDATE device_command SET state = CASE state WHEN 'queued' THEN 'failed' ELSE 'unknown' END, reason = ${reason}, changed_at = now()
     WHERE device_id = ${deviceId} AND wanted IS NULL AND state IN ('queued', 'sent', 'delivered') RETURNING id`.execute(
    context.tx,
  );
  await announceEnd(
    context,
    failed.rows.map(({ id }) => id),
  );
}

/** Ends commands that still wait, because they can no longer leave. */
export async function failQueued(context: Emitting, ids: readonly number[], reason: string): Promise<void> {
  const failed = await sql<{ id: number; deviceId: number; configures: boolean }>`
    UPDATE device_command SET state = 'failed', reason = ${reason}, changed_at = now()
     WHERE id = ANY (${ids}::bigint[]) AND state = 'queued' RETURNING id, device_id, wanted IS NOT NULL AS configures`.execute(
    context.tx,
  );
  for (const { deviceId, configures } of failed.rows)
    if (configures) await emit(context, 'config-command.ended', { deviceId, state: 'failed' });
  await announceEnd(
    context,
    failed.rows.map(({ id }) => id),
  );
}
