import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { assertAsset, assetNamed } from '#core/assets/server/api.ts';
import { queueCommand } from '#core/commands/server/api.ts';
import { virtualDevice } from '#core/device-app/server/api.ts';
import { deviceById, deviceFacts, deviceHandlers, visibleDevice } from '#core/devices/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { AccessRoutes } from '../common/access.ts';
import type { CredentialStore } from '../common/grant.ts';
import { opensAt } from '../common/grant-state.ts';
import type { LockState } from '../common/lock.ts';
import { zoneErrorOf } from '../common/lock-clock.ts';
import { reportedStores, slotsUsed } from './codes/lock-codes.ts';
import { slotHandlers } from './codes/slots.ts';
import { type LockedGrant, timesOf } from './grants/grant-machine.ts';
import { holderName } from './grants/grant-rows.ts';
import { lockModel, slotsOf, visibleLock } from './locks.ts';
import { ByCredential } from './openings.ts';

type Routes = AccessRoutes['lock'];
type Order = { method: string; params?: Record<string, unknown>; waitSeconds?: number | undefined };

type OwnGrant = Omit<LockedGrant, 'id' | 'companyId'> & { credentialId: number };

/** The credential of the app with which a person may open a lock now; null if there is none. */
async function ownCredential(
  { tx, actor }: Context<Routes['unlock']>,
  app: AppManifest,
  deviceId: number,
): Promise<number | null> {
  const { rows } = await sql<OwnGrant>`
    SELECT c.id AS credential_id, g.mode, g.state, g.starts_at, g.ends_at, g.windows, w.hours
      FROM access_credential c JOIN access_grant g ON g.id = c.grant_id JOIN access_holder h ON h.id = g.holder_id LEFT JOIN ${sql.raw(weekSchedules)} w ON w.id = g.schedule_id
     WHERE c.device_id = ${deviceId} AND c.kind = 'app' AND h.user_id = ${actor.session.user.id} AND g.app = ${app.id} AND g.state <> 'ended'
       AND c.blocked_at IS NULL AND c.deactivated_at IS NULL AND (g.max_uses IS NULL OR g.uses < g.max_uses) ORDER BY c.id FOR UPDATE OF g, c`.execute(
    tx,
  );
  return rows.find((grant) => opensAt(timesOf(grant), Date.now()))?.credentialId ?? null;
}

const order = (
  context: Context,
  app: AppManifest,
  device: NonNullable<Awaited<ReturnType<typeof deviceById>>>,
  { method, params = {}, waitSeconds }: Order,
  cause: ByCredential | null = null,
) =>
  queueCommand(
    context,
    app,
    device,
    {
      method,
      params: params as Record<string, never>,
      ...(waitSeconds === undefined ? {} : { waitSeconds }),
    },
    cause,
  );

const defined = (params: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));

type Stored = Omit<LockState, 'slots' | 'cards' | 'mayOpen' | 'deviceId' | 'clock' | 'virtualButton'> & {
  clock: { offsetSeconds: number; reportedAt: string } | null;
  used: Record<CredentialStore, number> | null;
};

type Named = { id: number; hardwareId: number; serial: string; structureId: number | null };
type Asking = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;

/** The people and links that may open the lock now; null if the caller may not see grants at this site. */
async function openersOf({ tx, actor, may }: Asking, app: AppManifest, device: Named): Promise<LockState['mayOpen']> {
  const seen =
    may(canDo(`${app.id}.access`, 'read')) && hasAbilityOn(actor.session, app.id, 'access', 'read', device.structureId);
  if (!seen) return null;
  const { rows } = await sql<NonNullable<LockState['mayOpen']>[number]>`
    SELECT DISTINCT g.id AS grant_id, coalesce((SELECT ${holderName} FROM access_holder h WHERE h.id = g.holder_id), nullif(g.note, ''), g.public_name) AS name, g.mode
      FROM access_grant g JOIN access_credential c ON c.grant_id = g.id
     WHERE c.device_id = ${device.id} AND g.open AND g.state = 'active' AND c.blocked_at IS NULL AND c.deactivated_at IS NULL AND (g.max_uses IS NULL OR g.uses < g.max_uses)
     ORDER BY 1 DESC LIMIT 50`.execute(tx);
  return rows;
}

async function stateOfLock(context: Asking, app: AppManifest, device: Named): Promise<LockState> {
  const { tx, kit } = context;
  const { rows } = await sql<Stored>`
    SELECT coalesce(l.public_name, '') AS public_name, coalesce(l.tags, '{}') AS tags, coalesce(l.note, '') AS note, l.asset_id, ${assetNamed('l.asset_id')} AS asset,
           CASE WHEN l.blocked_at IS NOT NULL THEN jsonb_build_object('at', l.blocked_at, 'reason', l.blocked_reason, 'by', ${personNameSql('l.blocked_by')}) END AS blocked,
           (SELECT jsonb_build_object('offsetSeconds', k.offset_seconds, 'reportedAt', k.told_at) FROM access_clock k WHERE k.device_id = f.id) AS clock,
           (SELECT jsonb_object_agg(r.store, ${sql.raw(slotsUsed)}) FROM ${sql.raw(reportedStores)} r WHERE r.device_id = f.id) AS used
      FROM (VALUES (${device.id}::integer)) f(id) LEFT JOIN access_lock l ON l.device_id = f.id`.execute(tx);
  const none: Stored = {
    publicName: '',
    tags: [],
    note: '',
    assetId: null,
    asset: null,
    blocked: null,
    clock: null,
    used: null,
  };
  const { used, clock, ...lock } = rows[0] ?? none;
  const slots = (store: CredentialStore) => {
    const total = slotsOf(lockModel(app, device.hardwareId), store);
    return total === 0 ? null : { total, used: used?.[store] ?? 0 };
  };
  return {
    deviceId: device.id,
    ...lock,
    clock: clock && { ...clock, zoneHours: zoneErrorOf(clock.offsetSeconds) },
    slots: slots('codes'),
    cards: slots('cards'),
    virtualButton: virtualDevice(kit, device.serial)?.sleeps ?? false,
    mayOpen: await openersOf(context, app, device),
  };
}

/** Serves `lockRoutes(app.id)`. */
export function lockHandlers(app: AppManifest): Handlers<Routes> {
  const block = async (context: Context<Routes['block'] | Routes['unblock']>, on: boolean) => {
    const { tx, params, body } = context;
    const device = await visibleLock(context, app, params.id, 'block');
    const sent = await queueCommand(context, app, device, { method: 'setBlocked', params: { on }, replace: true });
    if (on)
      await tx
        .updateTable('accessLock')
        .set({ blockedReason: body.reason ?? '' })
        .where('deviceId', '=', device.id)
        .execute();
    return sent;
  };
  return {
    async unlock(context) {
      const { tx, params, actor, may } = context;
      const { waitSeconds, ...rest } = context.body;
      const device = await deviceById(tx, params.id);
      if (!device || device.app !== app.id || !lockModel(app, device.hardwareId)) throw refuse(404, 'not-found');
      const sending = { method: 'unlock', params: defined(rest), waitSeconds };
      const able =
        may(canDo(`${app.id}.device`, 'unlock')) &&
        hasAbilityOn(actor.session, app.id, 'device', 'unlock', device.structureId);
      if (able) return order(context, app, device, sending);
      const credential = await ownCredential(context, app, device.id);
      if (credential === null) {
        await visibleDevice(tx, actor, app.id, device.id);
        throw refuse(403, 'no-permission');
      }
      return order(context, app, device, sending, new ByCredential(credential, 'app'));
    },
    async lock(context) {
      const device = await visibleLock(context, app, context.params.id, 'lock');
      return order(context, app, device, { method: 'lock', waitSeconds: context.body.waitSeconds });
    },
    block: (context) => block(context, true),
    unblock: (context) => block(context, false),
    async password(context) {
      const device = await visibleLock(context, app, context.params.id, 'password');
      const { password } = context.body;
      return queueCommand(context, app, device, { method: 'setPassword', params: { password }, replace: true });
    },
    async interval(context) {
      const device = await visibleDevice(context.tx, context.actor, app.id, context.params.id, 'update');
      return queueCommand(context, app, device, { method: 'setInterval', params: { seconds: context.body.seconds } });
    },
    async details(context) {
      const { tx, params } = context;
      const { name, ...details } = context.body;
      const device = await visibleLock(context, app, params.id, 'update');
      if (name !== undefined && name !== device.name)
        await deviceHandlers(app.id).update({ ...context, body: { name } });
      const { publicName = null, note = null, tags = null, assetId } = details;
      if (assetId) await assertAsset(tx, device.companyId, assetId);
      await sql`INSERT INTO access_lock AS l (device_id, company_id, public_name, note, tags, asset_id)
        VALUES (${device.id}, ${device.companyId}, coalesce(${publicName}, ''), coalesce(${note}, ''), coalesce(${tags}::text[], '{}'), ${assetId ?? null}::integer)
        ON CONFLICT (device_id) DO UPDATE SET public_name = coalesce(${publicName}, l.public_name), note = coalesce(${note}, l.note), tags = coalesce(${tags}::text[], l.tags),
          asset_id = CASE WHEN ${assetId === undefined} THEN l.asset_id ELSE ${assetId ?? null}::integer END`.execute(
        tx,
      );
      return stateOfLock(context, app, device);
    },
    async state(context) {
      const device = await visibleLock(context, app, context.params.id);
      return bypassRls(context.tx, context.actor.scope, () => stateOfLock(context, app, device));
    },
    async wakeVirtual(context) {
      const device = await visibleLock(context, app, context.params.id, 'update');
      const virtual = virtualDevice(context.kit, device.serial);
      if (!virtual?.sleeps) throw refuse(404, 'not-found');
      context.afterCommit(() => virtual.wake(Date.now()));
      return stateOfLock(context, app, device);
    },
    async blocked({ tx, actor }) {
      const within = resourcesWith(actor.session, app.id, 'device', 'read');
      const { rows } = await sql<{ deviceId: number; reason: string }>`
        SELECT l.device_id, l.blocked_reason AS reason FROM access_lock l JOIN ${sql.raw(deviceFacts)} f ON f.id = l.device_id
         WHERE l.blocked_at IS NOT NULL AND f.app = ${app.id} AND ${within === null ? sql`true` : sql`f.structure_id = ANY (${within}::integer[])`} ORDER BY 1`.execute(
        tx,
      );
      return rows;
    },
    ...slotHandlers(app),
  };
}
