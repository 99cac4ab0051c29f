import { sql } from 'kysely';
import { addDemoRecordGroups } from '#core/groups/server/api.ts';
import { dayMs, wallDay } from '#platform/common/time/wall-clock.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlAgo } from '#platform/server/postgres/values.ts';
import { papersUntil } from '../../common/vehicle/papers.ts';
import { storedPlate } from '../../common/vehicle/plate.ts';
import { groups, suspended, vehicles } from './vehicle-data.ts';

export type AddedVehicle = { id: number; companyId: number; structureId: number; name: string };

const dayIn = (days: number | undefined): string | null =>
  days === undefined ? null : wallDay(Date.now() + days * dayMs, 'Asia/Dubai');

/** The vehicles of the demo with their groups, in the order of the data; `sites` are those of the depots. */
export async function addDemoVehicles(tx: Tx, companyId: number, sites: readonly number[]): Promise<AddedVehicle[]> {
  const rows = vehicles.map(({ depot, group: _, plate, insuredFor, registeredFor, ...vehicle }, n) => {
    const papers = {
      registrationExpires: dayIn(registeredFor),
      insuranceExpires: dayIn(insuredFor),
      permits: [],
    };
    return {
      ...vehicle,
      ...papers,
      companyId,
      structureId: sites[depot] as number,
      plate: JSON.stringify(storedPlate(plate)),
      permits: JSON.stringify(papers.permits),
      papersUntil: papersUntil(papers),
      registrationNo: registeredFor === undefined ? null : String(7_781_200 + n),
      insurer: insuredFor === undefined ? null : 'Orient Insurance',
      policyNo: insuredFor === undefined ? null : `P-${20_840 + n}`,
      createdAt: sqlAgo(60, 'day'),
    };
  });
  const added = await tx
    .insertInto('fleetVehicle')
    .values(rows)
    .returning(['id', 'companyId', 'structureId', 'name'])
    .execute();
  const byName = new Map(added.map((row) => [row.name, row]));
  await addGroups(tx, companyId, byName);
  await suspend(tx, byName.get(suspended.name)?.id ?? 0);
  return vehicles.flatMap(({ name }) => byName.get(name) ?? []);
}

async function addGroups(tx: Tx, companyId: number, byName: ReadonlyMap<string, AddedVehicle>): Promise<void> {
  await addDemoRecordGroups(
    tx,
    { companyId, appId: 'fleet', subjectType: 'vehicle' },
    groups.map((group) => ({
      ...group,
      members: vehicles.flatMap(({ name, group: of }) => (of === group.name ? (byName.get(name)?.id ?? []) : [])),
    })),
  );
}

/** Its step was three days ago. */
async function suspend(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('fleetVehicle').set({ state: 'suspended' }).where('id', '=', id).execute();
  await sql`INSERT INTO fleet_vehicle_step (subject_id, step, state_before, state_after, detail, at)
    VALUES (${id}, 'suspend', 'active', 'suspended', ${JSON.stringify({ reason: suspended.reason })}, now() - interval '3 days')`.execute(
    tx,
  );
}
