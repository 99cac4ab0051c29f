import { sql } from 'kysely';
import { commandOutcomes, queueCommand } from '#core/commands/server/api.ts';
import { deviceById, deviceKeys } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import { refusalWithin } from '#platform/server/records/savepoint.ts';
import type { CredentialStore } from '../../common/grant.ts';
import type { TimeWindow } from '../../common/grant-state.ts';
import { runningAt } from '../../common/grant-windows.ts';
import { slotsOf } from '../locks.ts';
import type { SettledLock } from '../openings.ts';
import { recordCodes } from '../record-log.ts';
import { reportedStores } from './lock-codes.ts';
import { fingerprintOf, unsealCode } from './pin-codes.ts';

const atOnce = 100;
/** The master code is in the first slot, and so is the master card. */
const firstSlot = 2;

type Due = {
  id: number;
  companyId: number;
  deviceId: number;
  app: string;
  store: CredentialStore;
  sync: 'wanted' | 'failed' | 'removing';
  slot: number | null;
  sealed: Buffer | null;
  activationAt: string | null;
  expirationAt: string | null;
  maxUses: number | null;
  windows: TimeWindow[] | null;
};

/** The names of the orders for each store, and of the parameter with the number. */
const orders = {
  codes: { set: 'setCode', remove: 'deleteCode', number: 'code' },
  cards: { set: 'setCard', remove: 'deleteCard', number: 'card' },
} as const;

/** Tries three times within five minutes, then after 15, 30 and 60 minutes. */
const pause = sql`(CASE WHEN c.attempts < 2 THEN interval '100 seconds' WHEN c.attempts = 2 THEN interval '15 minutes' WHEN c.attempts = 3 THEN interval '30 minutes' ELSE interval '60 minutes' END)`;

/** Writes wanted codes and cards to locks and deletes unwanted ones, each by a separate command. Deletions come first. */
export const dueCodes = dueBatch<{ id: number }>(
  'access.codes',
  {
    table: 'access_credential',
    at: 'next_attempt_at',
    where: sql`sync IN ('wanted', 'failed', 'removing') AND (sync = 'removing' OR sealed IS NOT NULL) AND command_id IS NULL`,
    first: sql<boolean>`sync = 'removing'`,
  },
  atOnce,
  async (context, taken) => {
    const { tx, kit } = context;
    // Transactions that lock locks in the same order cannot deadlock.
    const { rows } = await sql<Due>`
      SELECT c.id, c.company_id, c.device_id, g.app, c.store, c.sync, c.slot, c.sealed, c.activation_at, c.expiration_at, c.max_uses, g.windows
        FROM access_credential c JOIN access_grant g ON g.id = c.grant_id
       WHERE c.id = ANY (${taken.map(({ id }) => id)}::integer[]) ORDER BY c.device_id, c.sync = 'removing' DESC, c.next_attempt_at, c.id`.execute(
      tx,
    );
    const keys = await deviceKeys(tx, [...new Set(rows.map(({ deviceId }) => deviceId))]);
    for (const due of rows) {
      const app = kit.apps.find(({ id }) => id === due.app) as AppManifest;
      const refused = await refusalWithin(tx, () =>
        due.sync === 'removing' ? remove(context, app, due) : write(context, app, due, keys.get(due.deviceId)),
      );
      if (refused) await retryLater(context, due.id, refused);
    }
  },
);

const retryLater = ({ tx }: Emitting, id: number, reason: string) =>
  sql`UPDATE access_credential c SET reason = ${reason}, sync = CASE WHEN c.sync = 'removing' THEN 'removing' ELSE 'failed' END, command_id = NULL,
       attempts = c.attempts + 1, next_attempt_at = now() + ${pause} WHERE c.id = ${id}`.execute(tx);

async function order(
  context: Emitting,
  app: AppManifest,
  { id, deviceId }: Due,
  method: string,
  params: object,
  expiresInSeconds?: number,
) {
  const device = await deviceById(context.tx, deviceId);
  if (!device) return;
  const sent = await queueCommand({ ...context, actor: null }, app, device, {
    method,
    params: params as Record<string, never>,
    replace: true,
    ...(expiresInSeconds === undefined ? {} : { expiresInSeconds }),
  });
  await context.tx.updateTable('accessCredential').set({ commandId: sent.id }).where('id', '=', id).execute();
}

const remove = (context: Emitting, app: AppManifest, due: Due) =>
  order(context, app, due, orders[due.store].remove, { slot: due.slot });

/**
 * The lowest slot that neither the platform nor the lock itself uses. Writers of the same lock exclude each other by
 * locking its row.
 */
async function slotFor({ tx }: Emitting, app: AppManifest, { deviceId, store }: Due): Promise<number | null> {
  const device = await deviceById(tx, deviceId);
  const slots = slotsOf(app.access?.models[device?.hardwareId ?? 0], store);
  await sql`INSERT INTO access_lock (device_id, company_id) VALUES (${deviceId}, ${device?.companyId ?? 0}) ON CONFLICT (device_id) DO UPDATE SET note = access_lock.note`.execute(
    tx,
  );
  const { rows } = await sql<{ slot: number }>`
    SELECT n AS slot FROM generate_series(${firstSlot}::integer, ${slots}::integer) n
     WHERE NOT EXISTS (SELECT FROM access_credential c WHERE c.device_id = ${deviceId} AND c.store = ${store} AND c.slot = n)
       AND NOT EXISTS (SELECT FROM ${sql.raw(reportedStores)} r WHERE r.device_id = ${deviceId} AND r.store = ${store} AND r.held ? n::text) ORDER BY n LIMIT 1`.execute(
    tx,
  );
  return rows[0]?.slot ?? null;
}

async function write(context: Emitting, app: AppManifest, due: Due, key: Buffer | undefined): Promise<void> {
  const { tx, kit } = context;
  if (!due.sealed) return;
  const slot = due.slot ?? (await slotFor(context, app, due));
  if (slot === null) return void (await retryLater(context, due.id, 'full'));
  const number = unsealCode(kit, due.companyId, due.sealed);
  const fingerprint = fingerprintOf(key, number);
  await tx
    .updateTable('accessCredential')
    .set({ slot, fingerprint, sync: 'writing', reason: null })
    .where('id', '=', due.id)
    .execute();
  // A lock gets only the current window of a calendar: the code expires by itself, even if the platform cannot reach
  // the lock then.
  const running = due.windows && runningAt(due.windows, Date.now());
  const [from, to] = running
    ? [new Date(running.from).toISOString(), new Date(running.to).toISOString()]
    : [due.activationAt, due.expirationAt];
  const seconds = to === null ? undefined : Math.floor((Date.parse(to) - Date.now()) / 1000);
  const params = {
    slot,
    [orders[due.store].number]: number,
    fingerprint,
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(due.maxUses === null ? {} : { uses: due.maxUses }),
  };
  await order(
    context,
    app,
    due,
    orders[due.store].set,
    params,
    seconds === undefined ? undefined : Math.min(366 * 86_400, Math.max(5, seconds)),
  );
}

/** The outcomes of commands that have ended, of which some wrote or deleted codes. Returns the locks of the codes. */
export async function settleCodes({ tx }: Emitting, commandIds: readonly number[]): Promise<SettledLock[]> {
  const { rows } = await sql<SettledLock & { id: number; state: string; reason: string | null }>`
    SELECT c.id, c.company_id, c.device_id, o.state, o.reason
      FROM access_credential c JOIN ${sql.raw(commandOutcomes)} o ON o.id = c.command_id
     WHERE c.command_id = ANY (${commandIds}::bigint[]) AND c.sync IN ('writing', 'removing') AND o.state IN ('confirmed', 'failed', 'expired', 'unknown')
     ORDER BY c.id FOR UPDATE OF c`.execute(tx);
  const done = rows.filter(({ state }) => state === 'confirmed').map(({ id }) => id);
  if (done.length > 0) {
    await recordCodes(tx, done);
    await sql`
      UPDATE access_credential c SET sync = CASE c.sync WHEN 'writing' THEN 'set' ELSE 'removed' END, slot = CASE c.sync WHEN 'writing' THEN c.slot END,
             removed_at = CASE c.sync WHEN 'removing' THEN now() END,
             reason = NULL, attempts = 0, command_id = NULL, removing_since = NULL WHERE c.id = ANY (${done}::integer[])`.execute(
      tx,
    );
  }
  const failed = rows.filter(({ state }) => state !== 'confirmed');
  for (const { id, reason, state } of failed)
    await sql`UPDATE access_credential c SET sync = CASE c.sync WHEN 'writing' THEN 'failed' ELSE c.sync END, reason = ${reason ?? state},
           command_id = NULL, attempts = c.attempts + 1, next_attempt_at = now() + ${pause} WHERE c.id = ${id}`.execute(
      tx,
    );
  return rows;
}
