import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { placeNameOf } from '#core/places/server/api.ts';
import { findIds } from '#platform/server/records/rows.ts';
import type { Context, ListReply } from '#platform/server/serve.ts';
import type { DeviceLogLine } from '../../common/device-log.ts';

/** A page of the log of a device. */
export async function deviceLog(
  { tx, list, actor }: Pick<Context, 'tx' | 'list' | 'actor'>,
  id: number,
): Promise<ListReply<DeviceLogLine>> {
  const { ids, totalRecords } = await findIds(tx, {
    table: 'device_log',
    spec: { sort: ['at', 'id'], filter: ['kind', 'at'], defaultSort: ['id', 'desc'] },
    query: list,
    scope: actor.scope,
    where: [sql`t.device_id = ${id}`],
  });
  const lines = await sql<{
    id: number;
    at: string;
    kind: string;
    actor: string | null;
    impersonatedBy: string | null;
    data: Record<string, never>;
    fromPlace: string | null;
    toPlace: string | null;
  }>`
    SELECT l.id, l.at, l.kind, l.data, ${personNameSql('l.actor_id')} AS actor, ${personNameSql('l.impersonated_by')} AS impersonated_by,
           ${placeNameOf(sql`(l.data -> 'from')`)} AS from_place, ${placeNameOf(sql`(l.data -> 'to')`)} AS to_place
      FROM device_log l
     WHERE l.id = ANY (${ids}::bigint[]) ORDER BY array_position(${ids}::bigint[], l.id)`.execute(tx);
  return { data: lines.rows, totalRecords };
}
