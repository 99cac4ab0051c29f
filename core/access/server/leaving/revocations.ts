import { createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { activePerson, companyNameOf, personNameSql, zoneOfCompany } from '#core/accounts/server/api.ts';
import { nextWake } from '#core/devices/common/connection.ts';
import { usualInterval } from '#core/devices/common/models/reporting.ts';
import { deviceFacts, deviceNamed, lastSeenByDevice } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { verificationAddress } from '#core/print/common/verification.ts';
import { requestPrint } from '#core/print/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { GrantWithSecrets, NewGrant } from '../../common/grant.ts';
import {
  type LockOfRevocation,
  type PrintedRevocation,
  type Revocation,
  type RevocationRow,
  type revocationRoutes,
  undoMinutes,
  verifyRevocationPath,
} from '../../common/revocation.ts';
import { unsealCode } from '../codes/pin-codes.ts';
import { createGrant } from '../grants/create-grant.ts';
import { grantsOf, holderName } from '../grants/grant-rows.ts';
import { uninstalledReason } from './leaving.ts';
import { leavingAccess, ofUsers } from './leaving-access.ts';

type Routes = ReturnType<typeof revocationRoutes>;

/**
 * A lock is confirmed once none of the holder's codes and cards is on it. One that left its place earlier has not
 * proven that.
 */
const locksOf = (revocation: RawBuilder<unknown>) => sql`
  (SELECT c.device_id, count(*) FILTER (WHERE c.kind = 'pin')::integer AS codes, count(*) FILTER (WHERE c.kind = 'card')::integer AS cards,
          bool_and(c.store IS NULL OR (c.sync IN ('none', 'removed') AND c.reason IS DISTINCT FROM ${uninstalledReason})) AS confirmed, bool_or(c.reason IS NOT DISTINCT FROM ${uninstalledReason}) AS uninstalled, max(c.removed_at) AS removed_at
     FROM access_credential c JOIN access_grant g ON g.id = c.grant_id WHERE g.revocation_id = ${revocation} GROUP BY 1)`;

async function rowsOf(tx: Tx, ids: readonly number[]): Promise<RevocationRow[]> {
  const { rows } = await sql<RevocationRow>`
    SELECT t.id, t.company_id, t.reason, t.created_at AS at, ${personNameSql('t.revoked_by')} AS by, t.undone_at,
           t.created_at + ${undoMinutes} * interval '1 minute' AS undo_until,
           (SELECT jsonb_build_object('id', h.id, 'name', ${holderName}, 'userId', h.user_id) FROM access_holder h WHERE h.id = t.holder_id) AS holder,
           (SELECT count(*)::integer FROM access_grant g WHERE g.revocation_id = t.id) AS grants, l.locks, l.confirmed
      FROM access_revocation t,
           LATERAL (SELECT count(*)::integer AS locks, count(*) FILTER (WHERE o.confirmed)::integer AS confirmed FROM ${locksOf(sql`t.id`)} o) l
     WHERE t.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, rows);
}

type LockRow = Omit<LockOfRevocation, 'wakesAt'> & { lastSeenAt: string | null; hardwareId: number };

async function listOf(tx: Tx, app: AppManifest, id: number): Promise<LockOfRevocation[]> {
  const { rows } = await sql<LockRow>`
    SELECT ${deviceNamed('o.device_id')} AS device, (${structureNamed('f.structure_id')}) ->> 'name' AS site, o.codes, o.cards, o.confirmed, o.uninstalled, o.removed_at, f.connection, f.hardware_id,
           s.last_message_at AS last_seen_at
      FROM ${locksOf(sql`${id}`)} o JOIN ${sql.raw(deviceFacts)} f ON f.id = o.device_id LEFT JOIN ${sql.raw(lastSeenByDevice)} s ON s.device_id = f.id
     ORDER BY o.confirmed, f.name, f.id`.execute(tx);
  const seconds = new Map(app.hardware?.map((model) => [model.id, usualInterval(model)]));
  return rows.map(({ lastSeenAt, hardwareId, ...row }) => {
    const reportEverySeconds = seconds.get(hardwareId) ?? 0;
    return { ...row, wakesAt: nextWake({ connection: row.connection, lastSeenAt, reportEverySeconds }, Date.now()) };
  });
}

/**
 * Whether the caller sees the revocations `t` of all sites. People limited to some sites see those of people who had
 * access there.
 */
function seenBy({ session }: Context['actor'], app: string): RawBuilder<unknown>[] {
  const within = resourcesWith(session, app, 'access', 'read');
  if (within === null) return [];
  return [
    sql`EXISTS (SELECT FROM ${locksOf(sql`t.id`)} l JOIN ${sql.raw(deviceFacts)} f ON f.id = l.device_id WHERE f.structure_id = ANY (${within}::integer[]))`,
  ];
}

/** One of the app; of those that the caller may see, where there is one. */
async function whole(tx: Tx, app: AppManifest, id: number, actor?: Context['actor']): Promise<Revocation> {
  const conditions = [sql`t.id = ${id}`, sql`t.app = ${app.id}`, ...(actor ? seenBy(actor, app.id) : [])];
  const own = await sql`SELECT FROM access_revocation t WHERE ${sql.join(conditions, sql` AND `)}`.execute(tx);
  const [row] = own.rows.length === 0 ? [] : await rowsOf(tx, [id]);
  if (!row) throw refuse(404, 'not-found');
  const list = await listOf(tx, app, id);
  // Locks may confirm between the two statements: the list counts.
  return { ...row, locks: list.length, confirmed: list.filter(({ confirmed }) => confirmed).length, list };
}

/** The seal of a proof, which only this installation can create. */
const sealOf = (
  { secrets }: Kit,
  { id, holder, at, list }: Pick<Revocation, 'id' | 'holder' | 'at' | 'list'>,
): string =>
  createHmac('sha256', secrets.sealing)
    .update('proof of revocation ')
    .update(
      JSON.stringify([
        id,
        holder.id,
        at,
        list
          .map(({ device, codes, cards, confirmed, removedAt }) =>
            // A lock without cards is sealed as it was before locks kept cards: proofs of that time still match.
            [device.id, codes, confirmed, removedAt, ...(cards === 0 ? [] : [cards])],
          )
          .sort(([one], [other]) => Number(one) - Number(other)),
      ]),
    )
    .digest('hex');

async function report(context: Context<Routes['report']>, app: AppManifest) {
  const { tx, kit, actor, params, body } = context;
  const revocation = await whole(tx, app, params.id, actor);
  const { companyId, holder, reason, at, by, grants, list } = revocation;
  const left = list.filter(({ confirmed }) => !confirmed);
  if (left.length > 0) throw refuse(409, 'codes-still-on-locks', { locks: left.map(({ device }) => device.name) });
  const seal = sealOf(kit, revocation);
  const made = await sql<{ code: string; provenAt: string }>`
    UPDATE access_revocation SET proven_at = coalesce(proven_at, now()), seal = ${seal} WHERE id = ${params.id} RETURNING code, proven_at`.execute(
    tx,
  );
  const [{ code, provenAt }] = made.rows as [{ code: string; provenAt: string }];
  const data: PrintedRevocation = {
    company: (await companyNameOf(tx, companyId)) ?? '',
    zone: await zoneOfCompany(tx, companyId),
    holder: holder.name,
    reason,
    at,
    by,
    grants,
    provenAt,
    locks: list.map(({ device, site, codes, cards, removedAt }) => ({ device, site, codes, cards, removedAt })),
    seal,
    address: verificationAddress(kit.publicUrl, verifyRevocationPath, code),
  };
  const id = await requestPrint(context, {
    companyId,
    page: 'access-revocation',
    language: body.language,
    title: `${holder.name} ${at.slice(0, 10)}`,
    data,
  });
  return { id, companyId };
}

type Holder = { id: number; userId: number | null; name: string; phone: string | null; email: string | null };

/** The number of the card of a grant, which its holder still has; null if it was entered at the lock and is unknown. */
async function cardOf({ tx, kit }: Pick<Context, 'tx' | 'kit'>, grantId: number): Promise<string | null> {
  const { rows } = await sql<{ companyId: number; sealed: Buffer }>`
    SELECT company_id, sealed FROM access_credential WHERE grant_id = ${grantId} AND kind = 'card' AND sealed IS NOT NULL LIMIT 1`.execute(
    tx,
  );
  return rows[0] ? unsealCode(kit, rows[0].companyId, rows[0].sealed) : null;
}

/** The revoked access as a new grant. A code is drawn again, the card stays, and what was used stays used. */
function again(grant: Awaited<ReturnType<typeof grantsOf>>[number], holder: Holder, card: string | null): NewGrant {
  const { mode, schedule, from, to, windows, maxUses, uses, publicName, needsPin, onlyInsideFence, note } = grant;
  const { userId, name, phone, email } = holder;
  const contact = { name, ...(phone ? { phone } : {}), ...(email ? { email } : {}) };
  const methods = grant.methods.filter((method) => method !== 'card' || card !== null);
  const later = windows?.filter((window) => Date.parse(window.to) > Date.now());
  return {
    mode,
    methods,
    holder: userId === null ? contact : { userId },
    deviceIds: [...new Set(grant.credentials.map(({ device }) => device.id))],
    publicName,
    needsPin,
    note,
    ...(card === null ? {} : { card }),
    ...(onlyInsideFence === null ? {} : { onlyInsideFence }),
    ...(schedule ? { scheduleId: schedule.id } : {}),
    ...(later ? { windows: later } : { from, ...(to ? { to } : {}) }),
    ...(maxUses === null ? {} : { maxUses: Math.max(1, maxUses - uses) }),
  };
}

async function undo(context: Context<Routes['undo']>, app: AppManifest): Promise<GrantWithSecrets[]> {
  const { tx, actor, params } = context;
  await sql`SELECT FROM access_revocation WHERE id = ${params.id} AND app = ${app.id} FOR UPDATE`.execute(tx);
  const { holder, undoneAt, undoUntil } = await whole(tx, app, params.id, actor);
  if (undoneAt) throw refuse(409, 'already-given-back');
  if (Date.parse(undoUntil) < Date.now()) throw refuse(409, 'undo-too-late', { minutes: undoMinutes });
  if (holder.userId !== null && !(await activePerson(tx, holder.userId))) throw refuse(409, 'holder-not-active');
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM access_grant WHERE revocation_id = ${params.id} AND (ends_at IS NULL OR ends_at > now()) ORDER BY id`.execute(
    tx,
  );
  const found =
    await sql<Holder>`SELECT h.id, h.user_id, h.name, h.phone, h.email FROM access_holder h WHERE h.id = ${holder.id}`.execute(
      tx,
    );
  const given: GrantWithSecrets[] = [];
  for (const grant of await grantsOf(
    tx,
    rows.map(({ id }) => id),
  )) {
    const regranted = again(grant, found.rows[0] as Holder, await cardOf(context, grant.id));
    // Nothing is left of a card that only the lock knew.
    if (regranted.methods.length > 0) given.push(await createGrant(context, app, regranted, holder.id));
  }
  await sql`UPDATE access_revocation SET undone_at = now(), undone_by = ${actor.scope.userId}::integer WHERE id = ${params.id}`.execute(
    tx,
  );
  return given;
}

/** Serves the calls about people who lost all access. */
export const revocationHandlers = (app: AppManifest): Handlers<Routes> => ({
  async list({ tx, actor, list }) {
    const { userId, ...filters } = list.filters;
    const { ids, totalRecords } = await findIds(tx, {
      table: 'access_revocation',
      spec: { sort: ['createdAt'], defaultSort: ['createdAt', 'desc'] },
      query: { ...list, filters },
      scope: actor.scope,
      where: [sql`t.app = ${app.id}`, ...seenBy(actor, app.id), ...(userId ? [ofUsers(userId)] : [])],
    });
    return { data: await rowsOf(tx, ids), totalRecords };
  },
  leaving: (context) => leavingAccess(context, app.id, context.query.userId),
  get: ({ tx, actor, params }) => whole(tx, app, params.id, actor),
  undo: (context) => undo(context, app),
  report: (context) => report(context, app),
  /** Without a caller: anyone with the code may see the list. The seal is recomputed from what is stored now. */
  async verify({ tx, kit, params }) {
    const { rows } = await sql<{ id: number; company: string; provenAt: string; seal: string }>`
      SELECT r.id, coalesce(company_called(r.company_id), '') AS company, r.proven_at, r.seal FROM access_revocation r
       WHERE r.code = ${params.code} AND r.app = ${app.id} AND r.seal IS NOT NULL`.execute(tx);
    const [found] = rows;
    if (!found) throw refuse(404, 'not-found');
    const { id, ...shown } = found;
    const revocation = await whole(tx, app, id);
    return {
      ...shown,
      holder: revocation.holder.name,
      at: revocation.at,
      locks: revocation.locks,
      unchanged: sealOf(kit, revocation) === shown.seal,
    };
  },
});
