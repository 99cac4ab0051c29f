import { sql } from 'kysely';
import { type DomainEvents, type Emitting, emit } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
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
