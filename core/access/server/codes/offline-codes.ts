import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { deviceKeys } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { GrantWithSecrets } from '../../common/grant.ts';
import { type OfflineType, offlineCodes, offlineMessage, type offlineRoutes } from '../../common/offline-codes.ts';
import { columnsAt } from '../grants/grant-machine.ts';
import { grantOf } from '../grants/grant-rows.ts';
import { publishAccess } from '../live-topics.ts';
import { accessOf, lockModel, locksFor, visibleLock } from '../locks.ts';
import { sealCode } from './pin-codes.ts';

type Routes = ReturnType<typeof offlineRoutes>;
const codeBytes = 6;

/** The code of a type and window, from the key that the lock shares with the platform. */
export function offlineCode(
  key: Buffer,
  type: OfflineType,
  window: { from: number; length: number },
  n: number,
): string {
  const seed = createHmac('sha256', key).update('offline codes').digest();
  const bytes = createHmac('sha256', seed)
    .update(offlineMessage(type, window, n))
    .digest();
  const { digits } = offlineCodes;
  return String(bytes.readUIntBE(0, codeBytes) % 10 ** digits).padStart(digits, '0');
}

/** Refuses to revoke codes that the lock computes itself. */
export async function assertRevocable(tx: Context['tx'], app: AppManifest, grantId: number): Promise<void> {
  const rows = await tx
    .selectFrom('accessGrant')
    .where('id', '=', grantId)
    .where('offlineType', 'is not', null)
    .where('state', '!=', 'ended')
    .execute();
  if (rows.length > 0) throw refuse(409, 'offline-code-stays', {}, `${accessOf(app).errors}020412`);
}

/** How many codes of the type and window the lock has. Concurrent callers exclude each other by locking its row. */
async function countOf(
  { tx }: Pick<Context, 'tx'>,
  lock: { id: number; companyId: number },
  type: OfflineType,
  from: string,
  to: string,
) {
  await sql`INSERT INTO access_lock (device_id, company_id) VALUES (${lock.id}, ${lock.companyId}) ON CONFLICT (device_id) DO UPDATE SET note = access_lock.note`.execute(
    tx,
  );
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM access_grant g JOIN access_credential c ON c.grant_id = g.id
     WHERE c.device_id = ${lock.id} AND g.offline_type = ${type} AND g.starts_at = ${from} AND g.ends_at = ${to}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

async function create(context: Context<Routes['create']>, app: AppManifest): Promise<GrantWithSecrets> {
  const { tx, kit, actor, params, body, afterCommit } = context;
  const { id, companyId, hardwareId } = await visibleLock(context, app, params.id);
  if (!lockModel(app, hardwareId)?.offlineCodes) throw refuse(404, 'not-found');
  const [lock] = await locksFor(context, app, companyId, { deviceIds: [id] });
  if (!lock) throw refuse(404, 'not-found');
  const window = { from: Date.parse(body.from), to: Date.parse(body.to) };
  if (window.to <= window.from) throw invalid('to', 'toAfterFrom');
  if (window.to <= Date.now()) throw invalid('to', 'inThePast');
  const rounded = offlineCodes.round(window);
  if (!rounded) throw invalid('to', 'daysCount');
  const [from, to] = [new Date(rounded.from).toISOString(), new Date(rounded.to).toISOString()];
  const n = await countOf(context, lock, body.type, from, to);
  if (n >= offlineCodes.max) throw refuse(409, 'offline-codes-used-up', { count: offlineCodes.max });
  const key = await bypassRls(tx, actor.scope, async () => (await deviceKeys(tx, [id])).get(id));
  if (!key) throw refuse(409, 'lock-without-secret');
  const code = offlineCode(key, body.type, rounded, n);
  const { state, open, nextEdge } = columnsAt(
    { from: rounded.from, to: rounded.to, hours: null, windows: null },
    Date.now(),
  );
  const once = body.type === 'once';
  const made = await sql<{ id: number }>`
    WITH given AS (
      INSERT INTO access_grant (company_id, app, mode, state, starts_at, ends_at, open, next_edge, max_uses, methods, offline_type, offline_number, note)
      VALUES (${companyId}, ${app.id}, ${once ? 'onetime' : 'public-temporary'}, ${state}, ${from}, ${to}, ${open}, ${nextEdge}, ${once ? 1 : null}, '{offline}', ${body.type}, ${n}, ${body.note ?? ''})
      RETURNING id)
    INSERT INTO access_credential (company_id, grant_id, device_id, kind, sealed, activation_at, expiration_at, max_uses)
    SELECT ${companyId}, given.id, ${id}, 'offline', ${sealCode(kit, companyId, code)}, ${from}, ${to}, ${once ? 1 : null}::integer FROM given RETURNING grant_id AS id`.execute(
    tx,
  );
  const grantId = made.rows[0]?.id as number;
  afterCommit(() => publishAccess(kit, companyId));
  return { ...(await grantOf(tx, app.id, grantId)), secrets: { pin: code, linkPin: null, links: [] } };
}

/** Serves the codes of locks that never connect. */
export const offlineHandlers = (app: AppManifest): Handlers<Routes> => ({ create: (context) => create(context, app) });
