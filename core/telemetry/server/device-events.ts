import { sql } from 'kysely';
import { visibleDevice } from '#core/devices/server/api.ts';
import type { ListQuery } from '#platform/common/list.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import type { Context } from '#platform/server/serve.ts';
import { eventList, type ShownEvent } from '../common/event.ts';
import { tokenActive } from './known-devices.ts';

type EventContext = Pick<Context, 'tx' | 'kit' | 'actor'> & { params: { id: number }; list: ListQuery };

/** A page of the events of a device that the caller may see. */
export async function eventsOfDevice(
  { tx, kit, params, list, actor }: EventContext,
  app: string,
): Promise<{ data: ShownEvent[]; totalRecords: number | null }> {
  const device = await visibleDevice(tx, actor, app, params.id);
  if (!(await tokenActive(kit, device.id))) return { data: [], totalRecords: 0 };
  const { ids, totalRecords } = await findIds(tx, {
    table: 'device_event',
    spec: eventList,
    query: list,
    scope: actor.scope,
    company: null,
    where: [sql`t.device_id = ${device.id}`],
  });
  const found = await bypassRls(tx, actor.scope, () =>
    sql<ShownEvent>`SELECT id, kind, time, received_at, data FROM device_event
                     WHERE device_id = ${device.id} AND id = ANY (${ids}::bigint[])`.execute(tx),
  );
  return { data: inOrder(ids, found.rows), totalRecords };
}
