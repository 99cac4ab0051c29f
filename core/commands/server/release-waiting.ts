import { sql } from 'kysely';
import { dependsOnLimits, forbiddingGuard } from '#core/devices/common/commands/command-guard.ts';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { deviceFacts, lockForCommand } from '#core/devices/server/api.ts';
import { type Emitting, emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { Refusal } from '#platform/server/refuse.ts';
import { commandTimeout } from '../common/command.ts';
import { commandsOf, publishCommands } from './command-rows.ts';
import { unsealParams } from './command-secrets.ts';
import { guardNow, readFacts } from './guards.ts';
import { failQueued, sendWithinMs } from './queue-command.ts';

type Waiting = {
  id: number;
  deviceId: number;
  app: string;
  method: string;
  params: Record<string, unknown>;
  waitsFor: string;
};
/** `waitsFor`: the refusal that forbids it now; null if it is allowed. */
type Changed = Pick<Waiting, 'id' | 'deviceId' | 'params'> & { spec: CommandSpec; waitsFor: string | null };

const declaresWait = ({ apps }: Pick<Kit, 'apps'>): boolean =>
  apps.some(({ commands = {} }) => Object.values(commands).some(({ waitSeconds = 0 }) => waitSeconds > 0));

/**
 * Checks the commands that wait for their guards against what their devices have reported, and sends those that are
 * allowed. All of them are checked each time, not only those of devices with new messages: a message can arrive while a
 * command is being queued, and none has to wait for the next one. They are read in a fixed number of statements, and not at
 * all if no app has commands that wait.
 */
export async function releaseWaiting(kit: Kit): Promise<void> {
  if (!declaresWait(kit)) return;
  const errors: unknown[] = [];
  for (const changed of await emittingAsSystem(kit, kit.db, findChanged)) {
    // Each in its own transaction: a listener that refuses one must not hold up the others.
    const released = emittingAsSystem(kit, kit.db, (context) =>
      changed.waitsFor === null ? release(context, changed) : waitForOther(context, changed, changed.waitsFor),
    );
    await released.catch(async (error: unknown) => {
      if (!(error instanceof Refusal)) errors.push(error);
      else await emittingAsSystem(kit, kit.db, (context) => failQueued(context, [changed.id], error.word));
    });
  }
  if (errors.length > 0) throw errors[0];
}

/** The waiting commands whose first refusal is no longer the stored one, the oldest first. */
async function findChanged(context: Emitting): Promise<Changed[]> {
  const { rows } = await sql<Waiting>`
    SELECT c.id, c.device_id, d.app, c.method, c.params, c.waits_for FROM device_command c JOIN ${sql.raw(deviceFacts)} d ON d.id = c.device_id
     WHERE c.state = 'queued' AND c.waits_for IS NOT NULL AND c.expires_at > now() ORDER BY c.id`.execute(context.tx);
  if (rows.length === 0) return [];
  const specs = new Map(context.kit.apps.map(({ id, commands = {} }) => [id, commands] as const));
  const waiting = rows.flatMap((row) => {
    const spec = specs.get(row.app)?.[row.method];
    return spec ? { ...row, spec, device: { id: row.deviceId, app: row.app } } : [];
  });
  const factsOf = await readFacts(context, waiting);
  const now = Date.now();
  return waiting.flatMap(({ id, device, params, spec, waitsFor: before }) => {
    const waitsFor = forbiddingGuard(spec, params, factsOf(device), now)?.word ?? null;
    return waitsFor === before ? [] : { id, deviceId: device.id, params, spec, waitsFor };
  });
}

async function waitForOther(context: Emitting, { id }: Changed, waitsFor: string): Promise<void> {
  const { tx, kit, afterCommit } = context;
  const changed = await tx
    .updateTable('deviceCommand')
    .set({ waitsFor })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('waitsFor', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return;
  const commands = await commandsOf(tx, [id]);
  afterCommit(() => publishCommands(kit, commands));
}

type Released = {
  method: string;
  sealed: Buffer | null;
  requestedBy: number | null;
  alarmId: number | null;
};

/** Sends a command that is allowed now, unless another process has sent it, or it has ended or is forbidden again. */
async function release(context: Emitting, { id, deviceId, params: open, spec }: Changed): Promise<void> {
  const { tx, kit, afterCommit } = context;
  // The device is locked before its commands, as when they are queued.
  const device = await lockForCommand(tx, deviceId);
  if (!device || (await guardNow(context, device, spec, open))) return;
  const { rows } = await sql<Released>`
    UPDATE device_command SET waits_for = NULL, changed_at = now(), expires_at = now() + ${commandTimeout(spec)} * interval '1 second'
     WHERE id = ${id} AND state = 'queued' AND waits_for IS NOT NULL AND expires_at > now()
    RETURNING method, sealed, requested_by, alarm_id`.execute(tx);
  const [released] = rows;
  if (!released) return;
  const { method, sealed, requestedBy: by, alarmId } = released;
  const params = { ...open, ...unsealParams(kit, deviceId, sealed) };
  if (dependsOnLimits(spec, params))
    await sql`UPDATE device_command SET send_by = now() + ${sendWithinMs} * interval '1 millisecond' WHERE id = ${id}`.execute(
      tx,
    );
  await emit(context, 'command.queued', { id, device, method, params, by, alarmId, cause: null });
  const commands = await commandsOf(tx, [id]);
  afterCommit(() => {
    publishCommands(kit, commands);
    kit.signals.send('command.queued', { id, deviceId });
  });
}
