import { type RawBuilder, sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import type { AccessRoutes } from '../../common/access.ts';
import type { Grant } from '../../common/grant.ts';
import { revocationHandlers } from '../leaving/revocations.ts';
import { revokeAll } from '../leaving/revoke-all.ts';
import { resendLinks } from '../links/resend-links.ts';
import { assertMayAt, visibleLock } from '../locks.ts';
import { changed, changeMany, extend, revoke } from './change-grants.ts';
import { createGrant } from './create-grant.ts';
import { credentialsOfUser, grantOf, grantsOf, holderName, seenBy } from './grant-rows.ts';
import { findHolders } from './holders.ts';
import { moveWindow } from './move-window.ts';

type Routes = Pick<AccessRoutes, 'userAccess' | 'revocation' | 'deviceAccess'>;
type Listing = Pick<Context, 'tx' | 'actor' | 'list'>;

const spec = { search: ['name'], sort: ['createdAt', 'from'], defaultSort: ['createdAt', 'desc'] } as const;

async function grantList({ tx, actor, list }: Listing, app: string, where: RawBuilder<unknown>[] = []) {
  const { deviceId, ...filters } = list.filters;
  const ofDevice = deviceId
    ? [
        sql`EXISTS (SELECT FROM access_credential c WHERE c.grant_id = t.id AND c.device_id = ANY (${deviceId}::integer[]))`,
      ]
    : [];
  const { ids, totalRecords } = await findIds(tx, {
    table: 'access_grant',
    spec,
    query: { ...list, filters },
    scope: actor.scope,
    where: [sql`t.app = ${app}`, ...seenBy(actor, app), ...ofDevice, ...where],
    columns: { from: sql`t.starts_at` },
    ...(list.search
      ? {
          alsoFound: sql`(EXISTS (SELECT FROM access_holder h WHERE h.id = t.holder_id AND strpos(rasid_fold(${holderName}), rasid_fold(${list.search})) > 0)
            OR EXISTS (SELECT FROM access_credential c JOIN ${sql.raw(deviceFacts)} d ON d.id = c.device_id WHERE c.grant_id = t.id AND strpos(rasid_fold(d.name), rasid_fold(${list.search})) > 0))`,
        }
      : {}),
  });
  return { data: await grantsOf(tx, ids), totalRecords };
}

/** Serves the calls of grants. */
export function grantHandlers(app: AppManifest): { [Name in keyof Routes]: Handlers<Routes[Name]> } {
  /** A grant that the caller may see. */
  const seen = async (context: Pick<Context, 'tx' | 'actor'>, id: number): Promise<Grant> => {
    const conditions = [sql`t.id = ${id}`, sql`t.app = ${app.id}`, ...seenBy(context.actor, app.id)];
    const { rows } = await sql`SELECT FROM access_grant t WHERE ${sql.join(conditions, sql` AND `)}`.execute(
      context.tx,
    );
    if (rows.length === 0) throw refuse(404, 'not-found');
    return grantOf(context.tx, app.id, id);
  };
  const ofDevice = async (context: Listing & { params: { id: number } }, modes: string[]) => {
    const { id } = await visibleLock(context, app, context.params.id);
    return grantList(context, app.id, [
      sql`t.mode = ANY (${modes}::text[])`,
      sql`EXISTS (SELECT FROM access_credential c WHERE c.grant_id = t.id AND c.device_id = ${id})`,
    ]);
  };
  /** The lock of the address, at whose site the caller may give access. */
  const given = async (context: Listing & { params: { id: number } }) => {
    const { id } = await visibleLock(context, app, context.params.id);
    await assertMayAt(context, app, { entity: 'access', action: 'create', devices: [id] });
    return id;
  };
  return {
    userAccess: {
      list: (context) => grantList(context, app.id),
      holders: (context) => findHolders(context, companyOf(context.actor), context.query.search),
      get: (context) => seen(context, context.params.id),
      create: (context) => createGrant(context, app, context.body),
      async update(context) {
        const { params, body } = context;
        const found = await seen(context, params.id);
        if ('to' in body) await extend(context, app, found, body.to);
        else await moveWindow(context, app, found, body.window);
        return grantOf(context.tx, app.id, params.id);
      },
      async history(context) {
        const { id, companyId } = await seen(context, context.params.id);
        return changesOf(context, { table: 'access_grant', id, companyId, silent: ['app', 'offlineNumber'] });
      },
      resend: async (context) => resendLinks(context, app, await seen(context, context.params.id), context.body),
      async remove(context) {
        await revoke(context, app, await seen(context, context.params.id), context.query.reason);
        return null;
      },
      changeMany: (context) => changeMany(context, app, (id) => seen(context, id)),
      async revokeHolder(context) {
        const { tx, params } = context;
        const row = await tx
          .selectFrom('accessHolder')
          .select('companyId')
          .where('id', '=', params.id)
          .executeTakeFirst();
        if (!row) throw refuse(404, 'not-found');
        const open = await sql<{ deviceId: number }>`
          SELECT DISTINCT c.device_id FROM access_credential c JOIN access_grant g ON g.id = c.grant_id
           WHERE g.holder_id = ${params.id} AND g.app = ${app.id} AND g.state <> 'ended' AND c.deactivated_at IS NULL`.execute(
          tx,
        );
        const devices = open.rows.map(({ deviceId }) => deviceId);
        await assertMayAt(context, app, { entity: 'access', action: 'create', devices });
        const [taken] = await revokeAll(context, sql`g.holder_id = ${params.id} AND g.app = ${app.id}`, 'revoked');
        changed(context, row.companyId);
        return { grants: taken?.grants ?? 0, revocationId: taken?.id ?? null };
      },
      mine: ({ tx, actor }) => credentialsOfUser(tx, app.id, actor.session.user.id),
    },
    revocation: revocationHandlers(app),
    deviceAccess: {
      temporary: (context) => ofDevice(context, ['onetime', 'public-temporary']),
      async giveTemporary(context) {
        const { body } = context;
        const mode = body.holder || body.maxUses === 1 ? 'onetime' : 'public-temporary';
        return createGrant(context, app, { ...body, mode, deviceIds: [await given(context)] });
      },
      scheduled: (context) => ofDevice(context, ['scheduled']),
      async giveScheduled(context) {
        return createGrant(context, app, { ...context.body, mode: 'scheduled', deviceIds: [await given(context)] });
      },
    },
  };
}
