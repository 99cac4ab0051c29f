import { endAlarms } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { aboutGroup, aboutLocation } from '../alarms/subjects.ts';

/** Ends the counting of a car park that ends, with the alarms about it and its groups. */
export async function endCounts(context: Emitting, place: { companyId: number; locationId: number }): Promise<void> {
  const { tx } = context;
  const { companyId, locationId } = place;
  await tx.deleteFrom('sparkingCounter').where('locationId', '=', locationId).execute();
  const groups = await tx.selectFrom('sparkingGroup').select('id').where('locationId', '=', locationId).execute();
  const ofGroups = groups.map(({ id }) => aboutGroup({ companyId, id }));
  await endAlarms(context, [aboutLocation(place), ...ofGroups], 'retired');
}
