import { sql } from 'kysely';
import { endAlarms } from '#core/alarms/server/api.ts';
import { addSpaces, floorNamed } from '#core/places/server/api.ts';
import { recordReader } from '#platform/server/records/reader.ts';
import { records } from '#platform/server/records/records.ts';
import { recordWriter, type WriteOptions, type Writing } from '#platform/server/records/writer.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { SlotCounts } from '../../common/counts.ts';
import {
  type GroupFields,
  group,
  groupList,
  type groupRoutes,
  maxGroups,
  type NewGroup,
  type ShownGroup,
  type SlotSeries,
} from '../../common/group.ts';
import { aboutGroup } from '../alarms/subjects.ts';
import { queueTallies } from '../counters/due-tallies.ts';
import { assertMay, readableAt } from './sites.ts';
import { withCounts } from './slot-counts.ts';

type Stored = Omit<ShownGroup, keyof SlotCounts>;
const maxSlots = 5000;

const entity = { table: 'sparking_group', list: groupList, row: group.row };
const options: WriteOptions<Stored> = {
  select: () => ({ floor: floorNamed('t.floor_id') }),
  seen: (actor) => readableAt(actor, 'group', 't.location_id'),
  async check({ tx }, { locationId = 0 }, before) {
    if (before) return {};
    const { count } = await tx
      .selectFrom('sparkingGroup')
      .where('locationId', '=', locationId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxGroups) throw refuse(409, 'too-many-groups');
    return {};
  },
};
const { read, list, history } = records<Stored>(entity, options);
const writer = recordWriter<Stored, Partial<GroupFields>>(entity, options);
const reader = recordReader<Stored>(entity, options);

/** The group, if the caller may read it. */
export const readGroup = (context: Pick<Context, 'tx' | 'actor' | 'locale'>, id: number): Promise<Stored> =>
  reader.readOne(context, id);

async function shown({ tx }: Pick<Context, 'tx'>, row: Stored): Promise<ShownGroup> {
  const [counted] = await withCounts(tx, 'group_id', [row]);
  if (!counted) throw refuse(404, 'not-found');
  return counted;
}

const lengthOf = ({ from, to }: SlotSeries) => to - from + 1;

async function assertRoom({ tx }: Pick<Context, 'tx'>, locationId: number, added: number): Promise<void> {
  // Locked, so that two series at the same time keep the limit. Its key is not: a new group has locked that already.
  await tx.selectFrom('sparkingLocation').select('id').where('id', '=', locationId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom('sparkingSlot')
    .where('locationId', '=', locationId)
    .where('retiredAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) + added > maxSlots) throw refuse(409, 'too-many-slots');
}

type Group = Pick<Stored, 'id' | 'companyId' | 'locationId' | 'floorId'>;

/** Makes the numbered bays of a group, all or none; a number that is taken is named. */
async function addSlots(
  context: Writing,
  { id: groupId, companyId, locationId, floorId }: Group,
  { use, ...series }: SlotSeries,
): Promise<void> {
  const { tx } = context;
  const place = { structureId: locationId, floorId, parentId: null };
  const made = await addSpaces(context, companyId, { ...series, ...place, kind: 'bay', capacity: null });
  await tx
    .insertInto('sparkingSlot')
    .values(
      made.map(({ id, name, code }) => ({ id, companyId, locationId, groupId, number: name, code, floorId, use })),
    )
    .execute();
}

async function fill(context: Writing, group: Group, series: SlotSeries): Promise<void> {
  await assertRoom(context, group.locationId, lengthOf(series));
  await addSlots(context, group, series);
}

/** Makes the groups of a new location with their bays, in their order: all of them, or none. */
export async function addGroups(
  context: Writing,
  { id: locationId, companyId }: { id: number; companyId: number },
  groups: readonly NewGroup[],
): Promise<void> {
  assertMay(context.actor, 'group', 'create', locationId);
  await assertRoom(
    context,
    locationId,
    groups.reduce((sum, { slots }) => sum + (slots ? lengthOf(slots) : 0), 0),
  );
  const made = await context.tx
    .insertInto('sparkingGroup')
    .values(groups.map(({ slots: _, ...fields }, order) => ({ order, ...fields, companyId, locationId })))
    .returning(['id', 'companyId', 'locationId', 'floorId', 'name'])
    .execute();
  const byName = new Map(made.map((group) => [group.name, group]));
  for (const { name, slots } of groups) {
    const group = byName.get(name);
    if (group && slots) await addSlots(context, group, slots);
  }
}

export const groupHandlers: Handlers<typeof groupRoutes> = {
  async list(context) {
    const { data, totalRecords } = await list(context);
    return { data: await withCounts(context.tx, 'group_id', data), totalRecords };
  },
  async create(context) {
    const { tx, actor, body } = context;
    const { slots, ...fields } = body;
    const { rows } = await sql<{ id: number; companyId: number }>`
      SELECT t.id, t.company_id FROM sparking_location t
       WHERE t.id = ${body.locationId} AND ${readableAt(actor, 'location', 't.id')}`.execute(tx);
    const [location] = rows;
    if (!location) throw refuse(404, 'not-found');
    assertMay(actor, 'group', 'create', location.id);
    const made = await writer.create(context, location.companyId, fields);
    if (slots) await fill(context, made, slots);
    return shown(context, made);
  },
  history,
  async update(context) {
    const { actor, params, body } = context;
    const { slots, ...changes } = body;
    const { locationId } = await read(context);
    assertMay(actor, 'group', 'update', locationId);
    const changed = await writer.update(context, params.id, changes);
    if (slots) await fill(context, changed, slots);
    await queueTallies(context.tx, [changed]);
    return shown(context, changed);
  },
  async remove(context) {
    const { tx, actor, params, query } = context;
    const { locationId, companyId } = await read(context);
    assertMay(actor, 'group', 'delete', locationId);
    const slots = tx.selectFrom('sparkingSlot').where('groupId', '=', params.id);
    const { count } = await slots.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    if (Number(count) > 0) {
      if (query.moveTo === undefined) throw refuse(409, 'has-slots', { count: Number(count) });
      await moveSlots(context, params.id, locationId, query.moveTo);
    }
    const counters = await tx
      .selectFrom('sparkingCounter')
      .where('groupId', '=', params.id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(counters.count) > 0) throw refuse(409, 'counted', { count: Number(counters.count) });
    await writer.remove(context, params.id);
    await endAlarms(context, [aboutGroup({ companyId, id: params.id })], 'retired');
    await queueTallies(tx, [{ companyId, locationId }]);
    return null;
  },
};

async function moveSlots({ tx }: Context, from: number, locationId: number, to: number): Promise<void> {
  const target = await tx
    .selectFrom('sparkingGroup')
    .select('id')
    .where('id', '=', to)
    .where('locationId', '=', locationId)
    .executeTakeFirst();
  if (!target || to === from) throw invalid('moveTo', 'invalid');
  await tx.updateTable('sparkingSlot').set({ groupId: to }).where('groupId', '=', from).execute();
}
