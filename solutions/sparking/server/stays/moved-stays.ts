import { sql } from 'kysely';
import { endAlarms } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { clearForStays } from '../alarms/over-alarms.ts';
import { aboutSlot } from '../alarms/subjects.ts';
import { lockSlots, recordStays } from './record-stays.ts';

/**
 * Bays are watched by something else from now on, or by nothing: what a sensor reported elsewhere is not about them. The
 * vehicle that is there stays for the next sensor, and otherwise has stayed until now.
 */
export async function moveStays(context: Emitting, slots: readonly number[]): Promise<void> {
  if (slots.length === 0) return;
  const { tx, actor } = context;
  await lockSlots(context, slots);
  const at = Date.now();
  await sql`UPDATE sparking_slot SET watched_from = to_timestamp(${at}::float8 / 1000) WHERE id = ANY (${slots}::integer[])`.execute(
    tx,
  );
  await bypassRls(tx, actor.scope, async () => {
    const recorded = await recordStays(
      context,
      slots.map((id) => ({ id, from: at })),
    );
    await clearForStays(context, recorded);
  });
}

/** Ends the stays in bays that are retired, with the alarms about them. */
export async function endStays(context: Emitting, slots: readonly { id: number; companyId: number }[]): Promise<void> {
  await sql`
    UPDATE sparking_stay SET to_at = greatest(now(), from_at + interval '1 millisecond'), end_quality = 'bounded', due_at = NULL
     WHERE slot_id = ANY (${slots.map(({ id }) => id)}::integer[]) AND to_at IS NULL`.execute(context.tx);
  await sql`
    UPDATE sparking_interval SET to_at = greatest(now(), from_at + interval '1 millisecond')
     WHERE slot_id = ANY (${slots.map(({ id }) => id)}::integer[]) AND to_at IS NULL`.execute(context.tx);
  await endAlarms(
    context,
    slots.map(({ id, companyId }) => aboutSlot(companyId, id)),
    'retired',
  );
}
