import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { placeNameOf } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { findIds } from '#platform/server/records/rows.ts';
import type { Context, ListReply } from '#platform/server/serve.ts';
import type { DeviceHistoryLine } from '../../common/device-history.ts';
import { type DeviceLogLine, logList } from '../../common/device-log.ts';

/** A page of the log of a device. */
export async function deviceLog(
  { tx, list, actor }: Pick<Context, 'tx' | 'list' | 'actor'>,
  id: number,
): Promise<ListReply<DeviceLogLine>> {
  const { ids, totalRecords } = await findIds(tx, {
    table: 'device_log',
    spec: logList,
    query: list,
    scope: actor.scope,
    where: [sql`t.device_id = ${id}`],
  });
  const lines = await loggedLines(tx, ids);
  return { data: lines.map(({ device: _device, companyId: _company, ...line }) => line), totalRecords };
}

/** The lines with these ids, in this order, with the names of devices, people and places. */
export async function loggedLines(tx: Tx, ids: readonly number[]): Promise<DeviceHistoryLine[]> {
  const lines = await sql<DeviceHistoryLine>`
    SELECT l.id, l.company_id, l.at, l.kind, l.data, ${personNameSql('l.actor_id')} AS actor, ${personNameSql('l.impersonated_by')} AS impersonated_by,
           ${placeNameOf(sql`(l.data -> 'from')`)} AS from_place, ${placeNameOf(sql`(l.data -> 'to')`)} AS to_place,
           jsonb_build_object('id', d.id, 'name', d.name, 'serial', d.serial, 'solutionId', d.solution_id) AS device
      FROM device_log l JOIN device d ON d.id = l.device_id
     WHERE l.id = ANY (${ids}::bigint[]) ORDER BY array_position(${ids}::bigint[], l.id)`.execute(tx);
  return lines.rows;
}
