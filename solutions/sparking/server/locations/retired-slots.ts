import { sql } from 'kysely';
import { deviceFacts, placeDevices } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { endStays } from '../stays/moved-stays.ts';

/** The devices that are in the bays of a location. */
async function devicesIn(tx: Tx, locationId: number) {
  const { rows } = await sql<Parameters<typeof placeDevices>[1][number]['device']>`
    SELECT d.id, d.company_id, d.app, d.solution_id, d.state, d.structure_id, d.floor_id, d.space_id
      FROM ${sql.raw(deviceFacts)} d JOIN sparking_slot t ON t.id = d.space_id
     WHERE t.location_id = ${locationId} AND t.retired_at IS NULL AND d.app = 'sparking' ORDER BY d.id`.execute(tx);
  return rows;
}

/**
 * Retires the bays of a location that ends: they keep their past, and their devices stay in the structure without a bay.
 * Refuses if there are bays and the caller did not ask for that.
 */
export async function retireSlots(context: Context, locationId: number, isAsked: boolean): Promise<void> {
  const { tx } = context;
  const slots = tx.selectFrom('sparkingSlot').where('locationId', '=', locationId).where('retiredAt', 'is', null);
  const { count } = await slots.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (Number(count) === 0) return;
  if (!isAsked) throw refuse(409, 'has-slots', { count: Number(count) });
  const devices = await devicesIn(tx, locationId);
  await endStays(context, await slots.select(['id', 'companyId']).execute());
  await tx.deleteFrom('sparkingChannel').where('spaceId', 'in', slots.select('id')).execute();
  await tx.deleteFrom('sparkingSlotState').where('id', 'in', slots.select('id')).execute();
  await tx
    .updateTable('sparkingSlot')
    .set({ retiredAt: new Date().toISOString(), groupId: null })
    .where('locationId', '=', locationId)
    .where('retiredAt', 'is', null)
    .execute();
  const refused = await placeDevices(
    context,
    devices.map((device) => ({ device, target: { structureId: locationId } })),
  );
  const [first] = refused.values();
  if (first) throw refuse(first === 'no-permission' ? 403 : 409, first);
}
