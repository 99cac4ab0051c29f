import { sql } from 'kysely';
import { assertStructure, structureNamed } from '#core/places/server/api.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { nextCompanyNumber } from '#platform/server/records/number-series.ts';
import { recordReader } from '#platform/server/records/reader.ts';
import { type RecordOptions, records } from '#platform/server/records/records.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';
import { job, jobList, type ShownJob, type StoredJob, storedJob } from '../../common/jobs/job.ts';
import type { NewStop, ShownStop } from '../../common/jobs/stop.ts';
import { driversNamed } from '../drivers/drivers.ts';
import { endRecordAlarms } from '../record-alarms.ts';
import { assertMay, seenJob } from '../vehicles/may.ts';
import { vehiclesNamed } from '../vehicles/shown-plate.ts';

export type Reading = Pick<Context, 'tx' | 'actor' | 'locale'>;
/** Without what is read for each reply: stops, vehicle and driver. */
export type Row = StoredJob & Pick<ShownJob, 'structure'>;

const entity = { table: job.table, list: jobList, row: storedJob };

/** The site of the vehicle, where a new job names none. */
async function siteOfVehicle(tx: Reading['tx'], companyId: number, vehicleId: number | null | undefined) {
  if (vehicleId == null) throw invalid('structureId', 'Required');
  const found = await tx
    .selectFrom('fleetVehicle')
    .select('structureId')
    .where('id', '=', vehicleId)
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  if (!found) throw invalid('vehicleId', 'unknown');
  return found.structureId;
}

const options: RecordOptions<Row> = {
  select: () => ({ structure: structureNamed('t.structure_id') }),
  seen: seenJob,
  async check({ tx, actor }, after, before) {
    const companyId = before?.companyId ?? companyOf(actor);
    const { plannedFrom = null, plannedTo = null } = after;
    if (plannedFrom && plannedTo && plannedTo <= plannedFrom) throw invalid('plannedTo', 'toAfterFrom');
    if (before) assertMay(actor, 'update', before, 'job-card');
    const structureId = after.structureId ?? (await siteOfVehicle(tx, companyId, after.vehicleId));
    if (structureId !== before?.structureId) {
      await assertStructure(tx, actor, companyId, structureId);
      assertMay(actor, before ? 'update' : 'create', { companyId, structureId }, 'job-card');
    }
    if (before) return { version: before.version + 1 };
    const { number } = await nextCompanyNumber(tx, { series: 'fleet.job-card', companyId, prefix: 'JC' });
    return { structureId, number };
  },
  async changed(context, after, before) {
    if (before && before.structureId !== after.structureId)
      await endRecordAlarms(context, { ...after, type: 'job-card' }, 'moved');
  },
  async removing(context, row) {
    assertMay(context.actor, 'delete', row, 'job-card');
    if (row.state !== 'draft') throw refuse(409, 'job-not-draft', { number: row.number });
    await endRecordAlarms(context, { ...row, type: 'job-card' }, 'deleted');
  },
};

export const storedJobs = records<Row>(entity, options);
export const { readAll: readJobs } = recordReader<Row>(entity, options);

/** The stops of jobs in the order of the way. */
async function stopsOf({ tx }: Reading, jobs: readonly number[]): Promise<Map<number, ShownStop[]>> {
  const { rows } = await sql<ShownStop & { job: number }>`
    SELECT s.job_id AS job, s.id, s.name, s.address, CASE WHEN s.lat IS NOT NULL THEN jsonb_build_object('lat', s.lat, 'lng', s.lng) END AS location,
           s.point_id, s.window_from, s.window_to, s.state, s.arrived_at, s.done_at, s.reason
      FROM fleet_job_stop s WHERE s.job_id = ANY (${jobs}::integer[]) ORDER BY s.job_id, s.seq`.execute(tx);
  const groups = Map.groupBy(rows, ({ job: of }) => of);
  return new Map([...groups].map(([id, stops]) => [id, stops.map(({ job: _, ...stop }) => stop)]));
}

/** The vehicles and drivers of jobs as the jobs show them, by their ids. */
export async function takenBy({ tx }: Pick<Reading, 'tx'>, rows: readonly Pick<Row, 'vehicleId' | 'driverId'>[]) {
  const drivers = await driversNamed(
    tx,
    rows.flatMap(({ driverId }) => driverId ?? []),
  );
  const vehicles = await vehiclesNamed(
    tx,
    rows.flatMap(({ vehicleId }) => vehicleId ?? []),
  );
  return ({ vehicleId, driverId }: Pick<Row, 'vehicleId' | 'driverId'>) => ({
    vehicle: vehicles.get(vehicleId ?? 0) ?? null,
    driver: drivers.get(driverId ?? 0) ?? null,
  });
}

/** Jobs with their stops, vehicles and drivers, with the same statements for any number. */
export async function shownJobs(context: Reading, rows: readonly Row[]): Promise<ShownJob[]> {
  const stops = await stopsOf(
    context,
    rows.map(({ id }) => id),
  );
  const namesOf = await takenBy(context, rows);
  return rows.map((row) => ({ ...row, ...namesOf(row), stops: stops.get(row.id) ?? [] }));
}

export async function shownJob(context: Reading, row: Row): Promise<ShownJob> {
  const [shown] = await shownJobs(context, [row]);
  return shown as ShownJob;
}

/** The job with an id as it is now, if the caller may see it. */
export const readJob = (context: Reading, id: number): Promise<Row> => storedJobs.read({ ...context, params: { id } });

/** Replaces the stops of a job, in their order. One at a point of interest is where that is. */
export async function replaceStops(
  { tx }: Pick<Reading, 'tx'>,
  { id: jobId, companyId }: Pick<Row, 'id' | 'companyId'>,
  stops: readonly NewStop[],
): Promise<void> {
  await tx.deleteFrom('fleetJobStop').where('jobId', '=', jobId).execute();
  if (stops.length === 0) return;
  const asked = stops.flatMap(({ pointId }) => pointId ?? []);
  const points = await tx
    .selectFrom('fleetPointOfInterest')
    .select(['id', 'lat', 'lng', 'address'])
    .where('id', '=', anyOf(asked))
    .where('companyId', '=', companyId)
    .execute();
  const byId = new Map(points.map((point) => [point.id, point]));
  await tx
    .insertInto('fleetJobStop')
    .values(
      stops.map(({ name, address = '', location = null, pointId = null, windowFrom = null, windowTo = null }, n) => {
        const point = pointId === null ? undefined : byId.get(pointId);
        if (pointId !== null && !point) throw invalid(`stops.${n}.pointId`, 'unknown');
        if (windowFrom && windowTo && windowTo <= windowFrom) throw invalid(`stops.${n}.windowTo`, 'toAfterFrom');
        return {
          ...{ companyId, jobId, seq: n + 1, name, pointId, windowFrom, windowTo },
          address: address || (point?.address ?? ''),
          lat: location?.lat ?? point?.lat ?? null,
          lng: location?.lng ?? point?.lng ?? null,
        };
      }),
    )
    .execute();
}
