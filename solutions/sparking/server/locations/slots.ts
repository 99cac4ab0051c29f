import { sql } from 'kysely';
import { deviceNamed } from '#core/devices/server/api.ts';
import { floorNamed, spaceWriter } from '#core/places/server/api.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { records } from '#platform/server/records/records.ts';
import { recordWriter, type WriteOptions } from '#platform/server/records/writer.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { type ShownSlot, type SlotChanges, slotList, type slotRoutes, slotRow } from '../../common/slot.ts';
import { setByHand } from './set-by-hand.ts';
import { assertMay, readableAt } from './sites.ts';
import { isOutOfService } from './slot-counts.ts';

const state = (column: string) => sql`(SELECT ${sql.ref(`s.${column}`)} FROM sparking_slot_state s WHERE s.id = t.id)`;

const entity = { table: 'sparking_slot', list: slotList, row: slotRow };
const options: WriteOptions<ShownSlot> = {
  select: () => ({
    outOfService: sql`CASE WHEN t.out_from IS NOT NULL THEN jsonb_build_object('reason', t.out_reason, 'from', t.out_from, 'until', t.out_until) END`,
    group: sql`(SELECT jsonb_build_object('id', g.id, 'name', g.name) FROM sparking_group g WHERE g.id = t.group_id)`,
    floor: floorNamed('t.floor_id'),
    state: sql`CASE WHEN ${isOutOfService} THEN 'out-of-service' ELSE coalesce(${state('state')}, 'unknown') END`,
    since: state('since'),
    quality: state('quality'),
    device: sql`(SELECT ${deviceNamed('s.device_id')} FROM sparking_slot_state s WHERE s.id = t.id AND s.quality <> 'corrected')`,
  }),
  seen: (actor) => sql`(t.retired_at IS NULL AND ${readableAt(actor, 'slot', 't.location_id')})`,
};
const { read, get, list, history } = records<ShownSlot>(entity, options);
const writer = recordWriter<ShownSlot, object>(entity, options);

type OutOfService = SlotChanges['outOfService'];
/** The columns of "out of service"; none if it is not given. */
const outColumns = (out: OutOfService) =>
  out === undefined ? {} : { outReason: out?.reason ?? null, outFrom: out?.from ?? null, outUntil: out?.until ?? null };

async function assertGroup({ tx }: Pick<Context, 'tx'>, groupId: number | undefined, locationId: number) {
  if (groupId === undefined) return;
  const found = await tx
    .selectFrom('sparkingGroup')
    .select('id')
    .where('id', '=', groupId)
    .where('locationId', '=', locationId)
    .executeTakeFirst();
  if (!found) throw invalid('groupId', 'invalid');
}

export const slotHandlers: Handlers<typeof slotRoutes> = {
  list,
  get,
  history,
  async update(context) {
    const { actor, params, body } = context;
    const { locationId } = await read(context);
    assertMay(actor, 'slot', 'update', locationId);
    const { number, code, floorId, outOfService, rules, ...rest } = body;
    await assertGroup(context, rest.groupId, locationId);
    const ofSpace = {
      ...(number === undefined ? {} : { name: number }),
      ...(code === undefined ? {} : { code }),
      ...(floorId === undefined ? {} : { floorId }),
    };
    // The bay follows the change of its space.
    if (Object.keys(ofSpace).length > 0) await spaceWriter.update(context, params.id, ofSpace);
    return writer.update(context, params.id, {
      ...rest,
      ...outColumns(outOfService),
      // node-postgres would write a JavaScript array as a PostgreSQL array instead of jsonb.
      ...(rules ? { rules: JSON.stringify(rules) } : {}),
    });
  },
  async bulk(context) {
    const { tx, actor, body } = context;
    const ids = [...new Set(body.ids)];
    const found = await tx
      .selectFrom('sparkingSlot')
      .select(['id', 'locationId'])
      .where('id', '=', anyOf(ids))
      .where('retiredAt', 'is', null)
      .execute();
    const [first] = found;
    const isOfOne = found.every(({ locationId }) => locationId === first?.locationId);
    if (!first || found.length < ids.length || !isOfOne) throw invalid('ids', 'invalid');
    assertMay(actor, 'slot', 'read', first.locationId);
    assertMay(actor, 'slot', 'update', first.locationId);
    const { outOfService, ...rest } = body.set;
    await assertGroup(context, rest.groupId, first.locationId);
    const set = Object.fromEntries(
      Object.entries({ ...rest, ...outColumns(outOfService) }).filter(([, value]) => value !== undefined),
    );
    if (Object.keys(set).length === 0) throw invalid('set', 'Required');
    await tx.updateTable('sparkingSlot').set(set).where('id', '=', anyOf(ids)).execute();
    return { changed: ids.length };
  },
  async setState(context) {
    const { actor, body } = context;
    const { id, companyId, locationId } = await read(context);
    assertMay(actor, 'slot', 'set-state', locationId);
    await setByHand(context, { id, companyId }, body);
    return read(context);
  },
};
