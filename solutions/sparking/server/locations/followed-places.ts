import { sql } from 'kysely';
import { structureNamed } from '#core/places/server/api.ts';
import type { DomainEvents, Emitting, Listeners } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuseInUse } from '#platform/server/refuse.ts';

async function followNames({ tx }: Emitting, { structures }: DomainEvents['structures.changed']): Promise<void> {
  const ids = structures.map(({ id }) => id);
  await sql`UPDATE sparking_location t SET name = ${structureNamed('t.id')} ->> 'name' WHERE t.id = ANY (${ids}::integer[])`.execute(
    tx,
  );
}

async function followSpace({ tx }: Emitting, event: DomainEvents['space.changed']): Promise<void> {
  const { id, name: number, code, floorId } = event;
  await tx.updateTable('sparkingSlot').set({ number, code, floorId }).where('id', '=', id).execute();
}

async function held(tx: Tx, table: 'sparkingLocation' | 'sparkingGroup' | 'sparkingSlot', of: string, id: number) {
  const { count } = await tx
    .selectFrom(table)
    .where(sql.ref(of), '=', id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Car parks follow their structures and spaces, which are not removed under them. */
export const followedPlaces: NonNullable<Listeners['inTransaction']> = {
  'structures.changed': followNames,
  'space.changed': followSpace,
  'structure.removing': async ({ tx }, { id }) =>
    refuseInUse('sparking', 'location', await held(tx, 'sparkingLocation', 'id', id)),
  'floor.removing': async ({ tx }, { id }) =>
    refuseInUse('sparking', 'group', await held(tx, 'sparkingGroup', 'floor_id', id)),
  'space.removing': async ({ tx }, { id }) => refuseInUse('sparking', 'bay', await held(tx, 'sparkingSlot', 'id', id)),
};
