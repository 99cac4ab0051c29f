import { sql } from 'kysely';
import type { z } from 'zod';
import { personNamed } from '#core/accounts/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { records } from '#platform/server/records/records.ts';
import { recordWriter, type WriteOptions } from '#platform/server/records/writer.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import {
  reservation,
  reservationList,
  type reservationRoutes,
  type ShownReservation,
} from '../../common/reservation.ts';
import { assertMay, readableAt } from '../locations/sites.ts';
import { tellLocations } from '../plan/live-slots.ts';

type Stored = z.infer<typeof reservation.row>;

const entity = { table: 'sparking_reservation', list: reservationList, row: reservation.row };
const options: WriteOptions<Stored> = { seen: (actor) => readableAt(actor, 'reservation', 't.location_id') };
const { read, list } = records<Stored>(entity, options);
const writer = recordWriter<Stored, object>(entity, options);

/** Whether the reservation `t` is not over yet. */
const isCurrent = sql<boolean>`(t.until_at > now())`;

/** Adds what is reserved and who did that, with one statement for all of them. */
async function shown({ tx, actor }: Pick<Context, 'tx' | 'actor'>, stored: readonly Stored[]) {
  const { rows } = await sql<Pick<ShownReservation, 'id' | 'group' | 'bays' | 'by'>>`
    SELECT t.id, (SELECT jsonb_build_object('id', g.id, 'name', g.name) FROM sparking_group g WHERE g.id = t.group_id) AS group,
           ARRAY(SELECT b.number FROM sparking_reserved_bay x JOIN sparking_slot b ON b.id = x.slot_id
                  WHERE x.reservation_id = t.id ORDER BY length(b.number), b.number) AS bays,
           ${personNamed('t.user_id')} AS by
      FROM sparking_reservation t WHERE t.id = ANY (${stored.map(({ id }) => id)}::integer[])`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return stored.flatMap((row): ShownReservation[] => {
    const more = byId.get(row.id);
    if (!more) return [];
    // For whom bays are kept concerns those who look after them.
    const seesHolder = hasAbilityOn(actor.session, 'sparking', 'slot', 'set-state', row.locationId);
    return [{ ...row, ...more, purpose: seesHolder ? row.purpose : null }];
  });
}

async function shownOne(context: Pick<Context, 'tx' | 'actor'>, stored: Stored): Promise<ShownReservation> {
  const [found] = await shown(context, [stored]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

type Period = { from: number; until: number };
const longestMs = 366 * 86_400_000;

/** A period that is not over yet and has an end within a year. */
function periodOf(from: string | null, until: string): Period {
  const now = Date.now();
  const period = { from: Math.max(from === null ? now : Date.parse(from), now), until: Date.parse(until) };
  if (period.until <= period.from) throw invalid('until', 'toLater');
  if (period.until - period.from > longestMs) throw invalid('until', 'outOfRange');
  return period;
}

/** The location of a call, locked, so that no two reservations take the same bays. */
async function lockLocation({ tx, actor }: Pick<Context, 'tx' | 'actor'>, id: number) {
  const { rows } = await sql<{ id: number; companyId: number }>`
    SELECT t.id, t.company_id FROM sparking_location t
     WHERE t.id = ${id} AND ${readableAt(actor, 'location', 't.id')} FOR NO KEY UPDATE`.execute(tx);
  const [location] = rows;
  if (!location) throw refuse(404, 'not-found');
  assertMay(actor, 'reservation', 'create', id);
  return location;
}

async function assertGroup(tx: Tx, locationId: number, groupId: number): Promise<void> {
  const found = await tx
    .selectFrom('sparkingGroup')
    .select('id')
    .where('id', '=', groupId)
    .where('locationId', '=', locationId)
    .executeTakeFirst();
  if (!found) throw invalid('groupId', 'invalid');
}

/** SQL for whether the bay `t` is kept at some time between these, in ms since 1970. */
const isTaken = ({ from, until }: Period) => sql<boolean>`EXISTS (
  SELECT FROM sparking_reserved_bay x JOIN sparking_reservation r ON r.id = x.reservation_id
   WHERE x.slot_id = t.id AND r.from_at < to_timestamp(${until}::float8 / 1000) AND r.until_at > to_timestamp(${from}::float8 / 1000))`;

/** These bays of the location, unless somebody else has one of them. */
async function listedBays(tx: Tx, locationId: number, slotIds: readonly number[], period: Period): Promise<number[]> {
  const ids = [...new Set(slotIds)];
  const { rows } = await sql<{ id: number; number: string; taken: boolean }>`
    SELECT t.id, t.number, ${isTaken(period)} AS taken FROM sparking_slot t
     WHERE t.id = ANY (${ids}::integer[]) AND t.location_id = ${locationId} AND t.retired_at IS NULL ORDER BY t.id`.execute(
    tx,
  );
  if (rows.length < ids.length) throw invalid('slotIds', 'invalid');
  const taken = rows.find((row) => row.taken);
  if (taken) throw refuse(409, 'bay-reserved', { number: taken.number });
  return rows.map(({ id }) => id);
}

/** The first bays of a group that everyone could use in this period. */
async function baysOfGroup(tx: Tx, groupId: number, count: number, period: Period): Promise<number[]> {
  const { from, until } = period;
  const { rows } = await sql<{ id: number }>`
    SELECT t.id FROM sparking_slot t
     WHERE t.group_id = ${groupId} AND t.retired_at IS NULL AND t.use IN ('standard', 'visitor') AND t.reserved_for IS NULL AND NOT ${isTaken(period)}
       AND NOT coalesce(t.out_from < to_timestamp(${until}::float8 / 1000) AND (t.out_until IS NULL OR t.out_until > to_timestamp(${from}::float8 / 1000)), false)
     ORDER BY length(t.number), t.number LIMIT ${count}`.execute(tx);
  if (rows.length < count) throw refuse(409, 'too-few-bays', { count: rows.length });
  return rows.map(({ id }) => id);
}

type Added = { kind: ShownReservation['kind']; groupId: number | null; purpose: string };

async function add(
  context: Context,
  { id: locationId, companyId }: { id: number; companyId: number },
  fields: Added,
  { from, until }: Period,
): Promise<Stored> {
  const times = { fromAt: new Date(from).toISOString(), untilAt: new Date(until).toISOString() };
  tellLocations(context, [{ id: locationId, companyId }]);
  return writer.create(context, companyId, { ...fields, ...times, locationId, turnsAt: times.fromAt });
}

export const reservationHandlers: Handlers<typeof reservationRoutes> = {
  async list(context) {
    const { data, totalRecords } = await list(context, [isCurrent]);
    return { data: await shown(context, data), totalRecords };
  },
  async close(context) {
    const { tx, params, body } = context;
    const { groupId = null, until, purpose } = body;
    const location = await lockLocation(context, params.id);
    if (groupId !== null) await assertGroup(tx, location.id, groupId);
    const made = await add(context, location, { kind: 'closed', groupId, purpose }, periodOf(null, until));
    return shownOne(context, made);
  },
  async reserve(context) {
    const { tx, params, body } = context;
    const { slotIds = [], groupId = null, count = 0, from, until, purpose } = body;
    const location = await lockLocation(context, params.id);
    if ((groupId === null) === (slotIds.length === 0)) throw invalid('groupId', 'baysOrGroup');
    if ((groupId === null) !== (count === 0)) throw invalid('count', groupId === null ? 'invalid' : 'Required');
    const period = periodOf(from, until);
    if (groupId !== null) await assertGroup(tx, location.id, groupId);
    const ids =
      groupId === null
        ? await listedBays(tx, location.id, slotIds, period)
        : await baysOfGroup(tx, groupId, count, period);
    const made = await add(context, location, { kind: 'reserved', groupId: null, purpose }, period);
    await tx
      .insertInto('sparkingReservedBay')
      .values(ids.map((slotId) => ({ slotId, reservationId: made.id, companyId: location.companyId })))
      .execute();
    return shownOne(context, made);
  },
  async end(context) {
    const { tx, actor, params } = context;
    const { locationId, companyId } = await read(context);
    assertMay(actor, 'reservation', 'delete', locationId);
    const { rows } = await sql<{ hasBegun: boolean }>`
      SELECT t.from_at < now() AS has_begun FROM sparking_reservation t WHERE t.id = ${params.id} AND ${isCurrent} FOR UPDATE`.execute(
      tx,
    );
    const [found] = rows;
    if (!found) throw refuse(404, 'not-found');
    // What has begun stays known, with its real end.
    if (found.hasBegun) await writer.update(context, params.id, { untilAt: new Date().toISOString(), turnsAt: null });
    else await writer.remove(context, params.id);
    tellLocations(context, [{ id: locationId, companyId }]);
    return null;
  },
};
