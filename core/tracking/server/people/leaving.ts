import { sql } from 'kysely';
import { type DomainEvents, type Emitting, emit } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import '../events.ts';
import { erasePlaces } from './erase.ts';
import { endConsents } from './person-handlers.ts';

/** Ends the tracking of people who wear the devices of a condition on `tracked_person`. */
async function endTracking(context: Emitting, where: ReturnType<typeof sql>): Promise<void> {
  const ids = await bypassRls(context.tx, context.actor.scope, async () => {
    const { rows } = await sql<{
      id: number;
    }>`DELETE FROM tracked_person WHERE ${where} RETURNING device_id AS id`.execute(context.tx);
    const devices = rows.map(({ id }) => id);
    if (devices.length === 0) return devices;
    await endConsents(context.tx, sql`device_id = ANY (${devices}::integer[])`);
    await erasePlaces(context, devices);
    return devices;
  });
  if (ids.length > 0) await emit(context, 'wearers.changed', { ids });
}

/** Stops tracking people who left the company and deletes their positions. */
export const stopTrackingUser = (context: Emitting, { id }: DomainEvents['user.left']): Promise<void> =>
  endTracking(context, sql`user_id = ${id}`);

/** A device that leaves its place or gets another owner has no wearer. */
export const removeWearer = (context: Emitting, id: number): Promise<void> =>
  endTracking(context, sql`device_id = ${id}`);

/** Adds how many people have schedules as their duty. */
export async function countDutiesOfSchedules(
  { tx }: Emitting,
  { add }: DomainEvents['schedule.counted'],
): Promise<void> {
  const { rows } = await sql<{ scheduleId: number; count: number }>`
    SELECT schedule_id, count(*)::integer AS count FROM tracked_person WHERE schedule_id IS NOT NULL GROUP BY 1`.execute(
    tx,
  );
  add('people', rows);
}

/** Refuses with 409 to delete a schedule that is the duty of a person. */
export async function refuseDutySchedule({ tx }: Emitting, { id }: DomainEvents['schedule.removed']): Promise<void> {
  const { rows } = await sql<{ people: number }>`
    SELECT count(*)::integer AS people FROM tracked_person WHERE schedule_id = ${id}`.execute(tx);
  const people = rows[0]?.people ?? 0;
  if (people > 0) throw refuse(409, 'schedule-used-by-duties', { people }, '01110409');
}
