import { sql } from 'kysely';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { job, takenStates } from '../../common/jobs/job.ts';
import type { Row } from './job-rows.ts';

type Guarding = Pick<Context, 'tx'>;
/** Why a vehicle or driver should not have the job; an administrator may insist. */
type Objection = { word: 'vehicle-unfit' | 'licence-expired' | 'overlaps'; detail: Record<string, unknown> };

/** Locked, so that of two jobs that take it at once the second sees the first. */
async function takenVehicle({ tx }: Guarding, { vehicleId, companyId }: Row) {
  if (vehicleId === null) throw refuse(409, 'job-needs-vehicle');
  const { rows } = await sql<{ name: string; state: string; unfit: boolean }>`
    SELECT name, state, coalesce(papers_until < rasid_today(), false) AS unfit FROM fleet_vehicle
     WHERE id = ${vehicleId} AND company_id = ${companyId} FOR UPDATE`.execute(tx);
  const [vehicle] = rows;
  if (!vehicle) throw invalid('vehicleId', 'unknown');
  if (vehicle.state === 'retired') throw refuse(409, 'vehicle-retired');
  if (vehicle.state === 'suspended') throw refuse(409, 'vehicle-suspended', { vehicle: vehicle.name });
  return vehicle;
}

async function takenDriver({ tx }: Guarding, { driverId, companyId }: Row) {
  if (driverId === null) return null;
  const { rows } = await sql<{ name: string; state: string; expired: boolean }>`
    SELECT name, state, coalesce(licence_expires < rasid_today(), false) AS expired FROM fleet_driver
     WHERE id = ${driverId} AND company_id = ${companyId} FOR UPDATE`.execute(tx);
  const [driver] = rows;
  if (!driver) throw invalid('driverId', 'unknown');
  if (driver.state !== 'active') throw refuse(409, 'driver-unavailable', { driver: driver.name });
  return driver;
}

/** Another job for which the vehicle or the driver is taken at the planned time. */
async function overlapping({ tx }: Guarding, row: Row): Promise<Objection | null> {
  const { id, companyId, vehicleId, driverId, plannedFrom, plannedTo } = row;
  if (!plannedFrom || !plannedTo) return null;
  const { rows } = await sql<{ number: string; title: string }>`
    SELECT number, title FROM fleet_job_card
     WHERE company_id = ${companyId} AND id <> ${id} AND state = ANY (${[...takenStates]}::text[])
       AND (vehicle_id = ${vehicleId} OR driver_id = ${driverId})
       AND planned_from < ${plannedTo}::timestamptz AND planned_to > ${plannedFrom}::timestamptz
     ORDER BY planned_from, id LIMIT 1`.execute(tx);
  const [other] = rows;
  return other ? { word: 'overlaps', detail: other } : null;
}

/**
 * Refuses to give the job to its vehicle and driver: one that is suspended or blocked has none. Papers that have expired and
 * another job at that time are put aside with `force` by those who may; returns what was.
 */
export async function assertAssignable(
  context: Guarding & Pick<Context, 'may'>,
  row: Row,
  force: boolean,
): Promise<string[]> {
  const vehicle = await takenVehicle(context, row);
  const driver = await takenDriver(context, row);
  const overlap = await overlapping(context, row);
  const objections: Objection[] = [
    ...(vehicle.unfit ? [{ word: 'vehicle-unfit', detail: { vehicle: vehicle.name } } as const] : []),
    ...(driver?.expired ? [{ word: 'licence-expired', detail: { driver: driver.name } } as const] : []),
    ...(overlap ? [overlap] : []),
  ];
  const [first] = objections;
  if (!first) return [];
  const mayForce = context.may({ ...job.can('update'), companyAdmin: true });
  if (!force || !mayForce) throw refuse(409, first.word, { ...first.detail, mayForce });
  return objections.map(({ word }) => word);
}

/** Refuses to begin a job while its driver is on another one. */
export async function assertFree({ tx }: Guarding, { id, companyId, driverId }: Row): Promise<void> {
  if (driverId === null) return;
  await sql`SELECT FROM fleet_driver WHERE id = ${driverId} FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ number: string }>`
    SELECT number FROM fleet_job_card WHERE company_id = ${companyId} AND driver_id = ${driverId} AND state = 'in-progress' AND id <> ${id} LIMIT 1`.execute(
    tx,
  );
  if (rows[0]) throw refuse(409, 'driver-busy', rows[0]);
}

/** Refuses to complete a job with stops at which something is left to do. */
export async function assertStopsOver({ tx }: Guarding, { id }: Row): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM fleet_job_stop WHERE job_id = ${id} AND state IN ('pending', 'arrived')`.execute(
    tx,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0) throw refuse(409, 'stops-open', { count });
}
