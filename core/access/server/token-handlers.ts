import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import {
  type AccessCalendar,
  type AccessInterval,
  type AccessRoutes,
  maxCalendarAccesses,
  maxCalendarDays,
} from '../common/access.ts';
import type { Credential } from '../common/grant.ts';
import { nextEdge, opensAt } from '../common/grant-state.ts';
import { clashesOf } from '../common/grant-windows.ts';
import { assertKnown } from './codes/lock-codes.ts';
import { assertRevocable } from './codes/offline-codes.ts';
import { unsealCode } from './codes/pin-codes.ts';
import { createGrant } from './grants/create-grant.ts';
import { adaptCodes, endGrants, type LockedGrant, timesOf } from './grants/grant-machine.ts';
import { credentialsOf, holderName } from './grants/grant-rows.ts';
import { publicLinkHandlers } from './links/public-link.ts';
import { publishAccess } from './live-topics.ts';
import { assertMayAt } from './locks.ts';

type Routes = AccessRoutes['accessToken'];
type Row = {
  id: number;
  companyId: number;
  grantId: number;
  deviceId: number;
  kind: string;
  blockedAt: string | null;
  deactivatedAt: string | null;
  sealed: Buffer | null;
};

/** Conditions on the credentials `t`: of the app, and at the sites where the caller may see them. */
function seenBy({ session }: Context['actor'], app: string) {
  const within = resourcesWith(session, app, 'access-token', 'read');
  return [
    sql`t.grant_id IN (SELECT g.id FROM access_grant g WHERE g.app = ${app})`,
    ...(within === null
      ? []
      : [
          sql`t.device_id IN (SELECT f.id FROM ${sql.raw(deviceFacts)} f WHERE f.structure_id = ANY (${within}::integer[]))`,
        ]),
  ];
}

/**
 * The times at which a grant allows to open: its windows or its period as they are, the hours of a schedule within the
 * requested period.
 */
function intervalsOf(grant: LockedGrant, from: number, to: number): { from: number; to: number }[] {
  const times = timesOf(grant);
  if (times.windows) return times.windows.filter((window) => window.from < to && window.to > from);
  if (!times.hours && times.to !== null) return [{ from: times.from, to: times.to }];
  const found: { from: number; to: number }[] = [];
  for (let at = from; at < to; ) {
    const edge = Math.min(nextEdge(times, at) ?? to, to);
    if (opensAt(times, at)) {
      const before = found.at(-1);
      if (before?.to === at) before.to = edge;
      else found.push({ from: at, to: edge });
    }
    at = edge;
  }
  return found;
}

type One = Pick<Context, 'tx' | 'actor'> & { params: { id: number } };

/**
 * A credential that the caller may see, and at whose site the caller may do this. Its grant is locked first, as by
 * every change of grants, to avoid deadlocks.
 */
async function lockedCredential(context: One, app: AppManifest, action: 'read' | 'update' | 'reveal'): Promise<Row> {
  const { tx, actor, params } = context;
  const { rows } = await sql<Row>`
    SELECT t.id, t.company_id, t.grant_id, t.device_id, t.kind, t.blocked_at, t.deactivated_at, t.sealed
      FROM access_credential t JOIN access_grant g ON g.id = t.grant_id
     WHERE ${sql.join([sql`t.id = ${params.id}`, ...seenBy(actor, app.id)], sql` AND `)} FOR UPDATE OF g, t`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw refuse(404, 'not-found');
  await assertMayAt(context, app, { entity: 'access-token', action, devices: [row.deviceId] });
  return row;
}

async function rowOf(tx: Context['tx'], id: number): Promise<Credential> {
  const [found] = await credentialsOf(tx, [id]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

async function calendarOf({ tx, actor, query }: Context<Routes['calendar']>, app: string): Promise<AccessCalendar> {
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  if (to <= from) throw invalid('to', 'toAfterFrom');
  if (to - from > maxCalendarDays * dayMs) throw invalid('to', 'daysCount');
  const only = [
    ...(query.deviceId ? [sql`t.device_id = ${query.deviceId}`] : []),
    ...(query.holderId ? [sql`g.holder_id = ${query.holderId}`] : []),
  ];
  const { rows } = await sql<LockedGrant & Omit<AccessInterval, 'from' | 'to' | 'clashes'>>`
        SELECT g.id, g.id AS grant_id, t.id AS credential_id, jsonb_build_object('id', f.id, 'name', f.name) AS device, g.mode, g.holder_id, g.starts_at, g.ends_at, g.windows, w.hours,
               (SELECT ${holderName} FROM access_holder h WHERE h.id = g.holder_id) AS holder
          FROM access_credential t JOIN access_grant g ON g.id = t.grant_id JOIN ${sql.raw(deviceFacts)} f ON f.id = t.device_id LEFT JOIN ${sql.raw(weekSchedules)} w ON w.id = g.schedule_id
         WHERE ${sql.join([...seenBy(actor, app), ...only], sql` AND `)} AND g.state <> 'ended' AND g.mode <> 'fulltime' AND g.starts_at < ${query.to} AND (g.ends_at IS NULL OR g.ends_at > ${query.from})
           AND t.id = (SELECT min(o.id) FROM access_credential o WHERE o.grant_id = g.id AND o.device_id = t.device_id AND o.deactivated_at IS NULL)
         ORDER BY g.starts_at, t.id LIMIT ${maxCalendarAccesses + 1}`.execute(tx);
  const found = rows.slice(0, maxCalendarAccesses).flatMap((row) =>
    intervalsOf(row, from, to).map((one) => ({
      grantId: row.grantId,
      credentialId: row.credentialId,
      device: row.device,
      holderId: row.holderId,
      holder: row.holder,
      mode: row.mode,
      from: new Date(one.from).toISOString(),
      to: new Date(one.to).toISOString(),
    })),
  );
  const clashes = clashesOf(found);
  return {
    windows: found.map((one, at) => ({ ...one, clashes: clashes[at] ?? false })),
    more: rows.length > maxCalendarAccesses,
  };
}

/** Serves the calls of credentials, with those of links. */
export function credentialHandlers(app: AppManifest): Handlers<Routes> {
  /** Changes a credential and writes its code to the lock, or deletes it. */
  const change = async (
    context: Context<Routes['block']>,
    set: ReturnType<typeof sql>,
    fits: (row: Row) => boolean,
  ) => {
    const { tx, kit, afterCommit } = context;
    const row = await lockedCredential(context, app, 'update');
    await assertRevocable(tx, app, row.grantId);
    if (row.deactivatedAt !== null || !fits(row)) throw refuse(409, 'credential-in-other-state');
    if (row.blockedAt !== null) await assertKnown(tx, sql`c.id = ${row.id}`);
    await sql`UPDATE access_credential SET ${set} WHERE id = ${row.id}`.execute(tx);
    await adaptCodes(tx, [row.grantId]);
    afterCommit(() => publishAccess(kit, row.companyId));
    return rowOf(tx, row.id);
  };
  return {
    ...publicLinkHandlers(app),
    async list({ tx, actor, list }) {
      const { ids, totalRecords } = await findIds(tx, {
        table: 'access_credential',
        spec: { sort: ['id'] },
        query: list,
        scope: actor.scope,
        where: seenBy(actor, app.id),
      });
      return { data: await credentialsOf(tx, ids), totalRecords };
    },
    async count({ tx, actor }) {
      const { rows } = await sql<{ status: string; count: number }>`
        SELECT CASE WHEN t.deactivated_at IS NOT NULL THEN 'deactivated' WHEN t.blocked_at IS NOT NULL THEN 'blocked' WHEN t.activation_at IS NULL OR t.activation_at > now() THEN 'not-yet-activated'
                    WHEN t.expiration_at < now() THEN 'expired' ELSE 'active' END AS status, count(*)::integer AS count
          FROM access_credential t WHERE ${sql.join(seenBy(actor, app.id), sql` AND `)} GROUP BY 1 ORDER BY 1`.execute(
        tx,
      );
      return rows;
    },
    calendar: (context) => calendarOf(context, app.id),
    create: (context) => {
      const { deviceId, kind, ...body } = context.body;
      const mode = body.maxUses === 1 ? 'onetime' : 'public-temporary';
      return createGrant(context, app, { ...body, mode, deviceIds: [deviceId], methods: [kind] });
    },
    async get(context) {
      const { id } = await lockedCredential(context, app, 'read');
      return rowOf(context.tx, id);
    },
    activate: (context) => change(context, sql`activation_at = now()`, () => true),
    async deactivate(context) {
      const after = await change(context, sql`deactivated_at = now()`, () => true);
      await endGrants(
        context.tx,
        sql`g.id = ${after.grantId} AND NOT EXISTS (SELECT FROM access_credential c WHERE c.grant_id = g.id AND c.deactivated_at IS NULL)`,
        { reason: 'revoked', by: context.actor.session.user.id },
      );
      return after;
    },
    block: (context) => change(context, sql`blocked_at = now()`, ({ blockedAt }) => blockedAt === null),
    unblock: (context) =>
      change(context, sql`blocked_at = NULL, wrong_pins = 0`, ({ blockedAt }) => blockedAt !== null),
    async reveal(context) {
      const { tx, kit, actor } = context;
      const row = await lockedCredential(context, app, 'reveal');
      if (!row.sealed) throw refuse(404, 'not-found');
      await tx
        .insertInto('accessCodeLook')
        .values({ companyId: row.companyId, credentialId: row.id, userId: actor.session.user.id })
        .execute();
      return { code: unsealCode(kit, row.companyId, row.sealed) };
    },
  };
}
