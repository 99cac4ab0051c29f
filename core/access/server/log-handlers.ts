import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { deviceNamed } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { ListQuery } from '#platform/common/list.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { AccessRoutes } from '../common/access.ts';
import { type AccessLogLine, accessLogList } from '../common/access-log.ts';
import { holderName } from './grants/grant-rows.ts';

const newest: ListQuery = { limit: 50, skip: 0, total: false, filters: {}, ranges: {} };

async function linesOf(tx: Context['tx'], ids: readonly number[]): Promise<AccessLogLine[]> {
  const { rows } = await sql<AccessLogLine>`
    SELECT t.id, t.company_id, t.time, t.received_at, ${deviceNamed('t.device_id')} AS device, ${structureNamed('t.structure_id')} AS structure, t.action, t.result, t.reason, t.method,
           coalesce(${personNameSql('t.user_id')}, (SELECT ${holderName} FROM access_holder h WHERE h.id = t.holder_id)) AS by, t.grant_id, t.command_id, t.late
      FROM lock_log t WHERE t.id = ANY (${ids}::bigint[])`.execute(tx);
  return inOrder(ids, rows);
}

/** Serves the calls of the log of openings. */
export function logHandlers(app: AppManifest): Handlers<AccessRoutes['accessLog']> {
  const read = async ({ tx, actor }: Pick<Context, 'tx' | 'actor'>, query: ListQuery) => {
    const within = resourcesWith(actor.session, app.id, 'access', 'read');
    const { ids, totalRecords } = await findIds(tx, {
      table: 'lock_log',
      spec: accessLogList,
      query,
      scope: actor.scope,
      where: [sql`t.app = ${app.id}`, ...(within === null ? [] : [sql`t.structure_id = ANY (${within}::integer[])`])],
    });
    return { data: await linesOf(tx, ids), totalRecords };
  };
  return {
    list: (context) => read(context, context.list),
    newest: async (context) => (await read(context, newest)).data,
  };
}
