import { sql } from 'kysely';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { recordStepsOf, writeStep } from '#platform/server/records/lifecycle.ts';
import { facets } from '#platform/server/records/records.ts';
import { findIds, inCompanies } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import { type JobState, job, jobList, type jobRoutes, openStates } from '../../common/jobs/job.ts';
import type { ShownStop } from '../../common/jobs/stop.ts';
import { seenJob } from '../vehicles/may.ts';
import { changeJob, changeStop } from './change-job.ts';
import { readJobs, replaceStops, shownJob, shownJobs, storedJobs } from './job-rows.ts';
import { publishJobs } from './live-jobs.ts';

const isOpen = sql<boolean>`(t.state = ANY (${[...openStates]}::text[]))`;
/** As `lateFrom` has it. */
const isLate = sql<boolean>`(${isOpen} AND coalesce(least(t.planned_to,
  (SELECT min(s.window_to) FROM fleet_job_stop s WHERE s.job_id = t.id AND s.state = 'pending')) < now(), false))`;
const isSeen = (actor: Actor) => [inCompanies(actor.scope, 'company_id'), seenJob(actor)];

type MappedStop = ShownStop & {
  lat: number;
  lng: number;
  job: { id: number; number: string; title: string; state: JobState };
};

export const jobHandlers: Handlers<typeof jobRoutes> = {
  ...storedJobs,
  async list(context) {
    const { tx, actor, list } = context;
    const { ids, totalRecords } = await findIds(tx, {
      table: job.table,
      spec: jobList,
      query: list,
      scope: actor.scope,
      where: [seenJob(actor)],
      columns: { open: isOpen, late: isLate },
    });
    return { data: await shownJobs(context, await readJobs(context, ids)), totalRecords };
  },
  async metadata(context) {
    const { tx, actor } = context;
    const of = (field: string) => facets<string>(context, { table: job.table, field, where: isSeen(actor) });
    const late = await bypassRls(tx, actor.scope, () =>
      sql<{ count: number }>`
        SELECT count(*)::integer AS count FROM fleet_job_card t WHERE ${sql.join([...isSeen(actor), isLate], sql` AND `)}`.execute(
        tx,
      ),
    );
    return { states: await of('state'), types: await of('type'), late: late.rows[0]?.count ?? 0 };
  },
  async map({ tx, actor }) {
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<MappedStop>`
        SELECT s.id, s.name, s.address, s.lat, s.lng, jsonb_build_object('lat', s.lat, 'lng', s.lng) AS location, s.point_id, s.window_from, s.window_to, s.state,
               s.arrived_at, s.done_at, s.reason, jsonb_build_object('id', t.id, 'number', t.number, 'title', t.title, 'state', t.state) AS job
          FROM fleet_job_card t JOIN fleet_job_stop s ON s.job_id = t.id AND s.lat IS NOT NULL
         WHERE ${sql.join([...isSeen(actor), isOpen], sql` AND `)} ORDER BY t.id, s.seq LIMIT 5000`.execute(tx as Tx),
    );
    return rows.map((row) => ({ ...row, ...instants(row) }));
  },
  get: async (context) => shownJob(context, await storedJobs.read(context)),
  log: async (context) => recordStepsOf(context, job.table, (await storedJobs.read(context)).id),
  async create(context) {
    const { stops = [], ...body } = context.body;
    const row = await storedJobs.create({ ...context, body });
    await replaceStops(context, row, stops);
    await writeStep(context.tx, job.table, row.id, 'create');
    publishJobs(context, row.companyId);
    return shownJob(context, row);
  },
  update: changeJob,
  stop: changeStop,
  async remove(context) {
    const { companyId } = await storedJobs.read(context);
    await storedJobs.remove(context);
    publishJobs(context, companyId);
    return null;
  },
};

/** Instants as they are in replies. */
const instants = ({ windowFrom, windowTo, arrivedAt, doneAt }: ShownStop) => {
  const iso = (at: string | null) => at && new Date(at).toISOString();
  return { windowFrom: iso(windowFrom), windowTo: iso(windowTo), arrivedAt: iso(arrivedAt), doneAt: iso(doneAt) };
};

type OfVehicle = { tx: Tx };
type Open = { id: number; number: string; state: JobState };

/** The jobs of a vehicle that somebody still has to do, locked. */
async function openJobsOf({ tx }: OfVehicle, vehicleId: number): Promise<Open[]> {
  const { rows } = await sql<Open>`
    SELECT id, number, state FROM fleet_job_card WHERE vehicle_id = ${vehicleId} AND state = ANY (${[...openStates]}::text[]) ORDER BY id FOR UPDATE`.execute(
    tx,
  );
  return rows;
}

/** Refuses to take a vehicle out of service while it is on a job. */
export async function assertNotOnJob(context: OfVehicle, vehicleId: number): Promise<void> {
  const under = (await openJobsOf(context, vehicleId)).find(({ state }) => state === 'in-progress');
  if (under) throw refuse(409, 'job-in-progress', { number: under.number });
}

/** Refuses to retire a vehicle with jobs that are not over. */
export async function assertNoJobs(context: OfVehicle, vehicleId: number): Promise<void> {
  const [first, ...others] = await openJobsOf(context, vehicleId);
  if (first) throw refuse(409, 'vehicle-has-jobs', { number: first.number, count: others.length + 1 });
}
