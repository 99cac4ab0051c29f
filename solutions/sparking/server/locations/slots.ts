import { sql } from 'kysely';
import type { z } from 'zod';
import { deviceNamed, lastSeenByDevice } from '#core/devices/server/api.ts';
import { floorNamed, spaceWriter } from '#core/places/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { ListQuery } from '#platform/common/list.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { recordReader } from '#platform/server/records/reader.ts';
import { records } from '#platform/server/records/records.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { recordWriter, type WriteOptions } from '#platform/server/records/writer.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { type ShownSlot, type SlotChanges, slotList, type slotRoutes, slotRow } from '../../common/slot.ts';
import { queueTallies } from '../counters/due-tallies.ts';
import { tellLocations } from '../plan/live-slots.ts';
import { reservationNow } from '../reservations/kept-bays.ts';
import { lookAgain } from '../stays/stored-stays.ts';
import { renumberSlots } from './renumber-slots.ts';
import { setByHand } from './set-by-hand.ts';
import { assertMay, isSeenSlot } from './sites.ts';
import { stateNow } from './state-now.ts';

type Stored = z.infer<typeof slotRow>;
type Shown = Omit<ShownSlot, keyof Stored>;

const table = 'sparking_slot';
const entity = { table, list: slotList, row: slotRow };
const options: WriteOptions<Stored> = { seen: isSeenSlot };
const { read, history } = records<Stored>(entity, options);
const reader = recordReader<Stored>(entity, options);
/** The bay of a call, if the caller may read it. */
export const readSlot = read;
const writer = recordWriter<Stored, object>(entity, options);

const ofState = (column: string) =>
  sql`(SELECT ${sql.ref(`s.${column}`)} FROM sparking_slot_state s WHERE s.id = t.id)`;
const ofGroup = (column: string) =>
  sql`(SELECT ${sql.ref(`g.${column}`)} FROM sparking_group g WHERE g.id = t.group_id)`;
/** What bays are filtered and sorted by besides their own columns: as they are shown. */
const columnsFor = ({ sort }: Pick<ListQuery, 'sort'>) => ({
  state: stateNow(ofState('state')),
  // Bays of which nothing is known are last in both directions.
  since: sql`coalesce(${ofState('since')}, ${sort?.direction === 'desc' ? '-infinity' : 'infinity'}::timestamptz)`,
  group: [ofGroup('order'), ofGroup('name')],
});

/** Adds to bays their state now and the names of what belongs to them, with one statement for all of them. */
async function shown({ tx, actor }: Pick<Context, 'tx' | 'actor'>, slots: readonly Stored[]): Promise<ShownSlot[]> {
  const { rows } = await sql<Shown & { id: number }>`
    SELECT t.id, ${stateNow(sql.ref('s.state'))} AS state, s.since, s.quality, ${reservationNow} AS reservation,
           CASE WHEN t.out_from IS NOT NULL THEN jsonb_build_object('reason', t.out_reason, 'from', t.out_from, 'until', t.out_until) END AS out_of_service,
           (SELECT jsonb_build_object('id', g.id, 'name', g.name) FROM sparking_group g WHERE g.id = t.group_id) AS group,
           ${floorNamed('t.floor_id')} AS floor,
           CASE WHEN s.quality <> 'corrected' THEN ${deviceNamed('s.device_id')} END AS device,
           (SELECT h.last_message_at FROM ${sql.raw(lastSeenByDevice)} h WHERE h.device_id = s.device_id) AS heard_at
      FROM sparking_slot t LEFT JOIN sparking_slot_state s ON s.id = t.id
     WHERE t.id = ANY (${slots.map(({ id }) => id)}::integer[]) AND ${isSeenSlot(actor)}`.execute(tx);
  const byId = new Map(rows.map(({ id, ...more }) => [id, more]));
  return slots.flatMap((slot) => {
    const more = byId.get(slot.id);
    if (!more) return [];
    // For whom a bay is kept concerns those who look after it.
    const seesHolder = hasAbilityOn(actor.session, 'sparking', 'slot', 'set-state', slot.locationId);
    const reservation = more.reservation && { ...more.reservation, ...(seesHolder ? {} : { purpose: null }) };
    return [{ ...slot, ...more, reservation, reservedFor: seesHolder ? slot.reservedFor : null }];
  });
}

async function shownOne(context: Pick<Context, 'tx' | 'actor'>, slot: Stored): Promise<ShownSlot> {
  const [found] = await shown(context, [slot]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

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
  async list(context) {
    const { tx, actor, list: query } = context;
    const where = [isSeenSlot(actor)];
    const { ids, totalRecords } = await findIds(tx, {
      ...{ table, spec: slotList, query, where, columns: columnsFor(query) },
      scope: actor.scope,
    });
    return { data: await shown(context, await reader.readAll(context, ids)), totalRecords };
  },
  get: async (context) => shownOne(context, await read(context)),
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
    const changed = await writer.update(context, params.id, {
      ...rest,
      ...outColumns(outOfService),
      // node-postgres would write a JavaScript array as a PostgreSQL array instead of jsonb.
      ...(rules ? { rules: JSON.stringify(rules) } : {}),
    });
    await lookAgain(context.tx, 'slotId', [params.id]);
    await queueTallies(context.tx, [changed]);
    tellLocations(context, [{ id: locationId, companyId: changed.companyId }]);
    return shownOne(context, changed);
  },
  async bulk(context) {
    const { tx, actor, body } = context;
    const ids = [...new Set(body.ids)];
    const found = await tx
      .selectFrom('sparkingSlot')
      .select(['id', 'companyId', 'locationId'])
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
    await lookAgain(tx, 'slotId', ids);
    await queueTallies(tx, [first]);
    tellLocations(context, [{ id: first.locationId, companyId: first.companyId }]);
    return { changed: ids.length };
  },
  renumber: renumberSlots,
  async setState(context) {
    const { actor, body } = context;
    const { id, companyId, locationId } = await read(context);
    assertMay(actor, 'slot', 'set-state', locationId);
    await setByHand(context, { id, companyId, locationId }, body);
    await queueTallies(context.tx, [{ companyId, locationId }]);
    tellLocations(context, [{ id: locationId, companyId }]);
    return shownOne(context, await read(context));
  },
};
