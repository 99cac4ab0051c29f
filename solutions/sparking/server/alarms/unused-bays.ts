import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { type Emitting, emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { isOutOfService } from '../counters/group-tallies.ts';
import { lockSlots } from '../stays/record-stays.ts';
import { slotFacts } from '../stays/slot-facts.ts';
import { aboutSlot, slotSubject } from './subjects.ts';

/** A bay that is free for so many days among busy ones has a sensor that sees nothing. */
const freeDays = 7;
/** A bay with so many stays a day is busy. */
const busyStays = 3;
/** At least this share of the bays of a group must be busy. */
const busyShare = 0.6;

/** SQL for whether the state `s` of a bay has been free for days, and nobody has been asked about that. */
const isUnused = sql`(s.state = 'free' AND s.since <= now() - ${sql.lit(freeDays)} * interval '1 day' AND s.asked_since IS DISTINCT FROM s.since)`;

/** Raises alarms about bays that are free for days while others of their group are used all the time. */
export const raiseUnused = (kit: Kit): Promise<void> =>
  emittingAsSystem(kit, kit.db, async (context) => {
    const { tx } = context;
    const found = await sql<{ id: number }>`
      WITH unused AS (
        SELECT t.id, t.group_id FROM sparking_slot_state s JOIN sparking_slot t ON t.id = s.id
         WHERE ${isUnused} AND t.retired_at IS NULL AND NOT coalesce(${isOutOfService}, false)),
      busy AS (
        SELECT b.group_id FROM sparking_slot b
         CROSS JOIN LATERAL (SELECT count(*) AS stays FROM sparking_stay y
                              WHERE y.slot_id = b.id AND y.counted AND y.from_at > now() - ${freeDays}::integer * interval '1 day') n
         WHERE b.group_id IN (SELECT group_id FROM unused) AND b.retired_at IS NULL
         GROUP BY b.group_id HAVING count(*) FILTER (WHERE n.stays >= ${freeDays * busyStays}) >= ${busyShare}::float8 * count(*))
      SELECT u.id FROM unused u JOIN busy USING (group_id) ORDER BY u.id`.execute(tx);
    if (found.rows.length === 0) return;
    const ids = found.rows.map(({ id }) => id);
    // As messages do, so that the state is not another when the alarm is raised.
    await lockSlots(context, ids);
    const { rows } = await sql<{ id: number }>`
      UPDATE sparking_slot_state s SET asked_since = s.since WHERE s.id = ANY (${ids}::integer[]) AND ${isUnused} RETURNING s.id`.execute(
      tx,
    );
    const slots = await slotFacts(
      tx,
      rows.map(({ id }) => id),
    );
    await raiseAlarms(
      context,
      slots
        .filter(({ isActive }) => isActive)
        .map((slot) => ({
          ...slotSubject(slot),
          ...{ kind: 'slot-stuck', severity: 'poor' as const, reason: 'free-for-days' },
        })),
    );
  });

/** Ends the alarms about bays that are not free any more, or again. */
export async function clearUnused(context: Emitting, slots: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; companyId: number }>`
    UPDATE sparking_slot_state s SET asked_since = NULL
     WHERE s.id = ANY (${slots}::integer[]) AND s.asked_since IS NOT NULL AND (s.state <> 'free' OR s.since <> s.asked_since)
    RETURNING s.id, s.company_id`.execute(context.tx);
  await clearAlarms(
    context,
    rows.map(({ id, companyId }) => ({ ...aboutSlot(companyId, id), kind: 'slot-stuck' })),
  );
}
