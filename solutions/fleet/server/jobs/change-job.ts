import { present } from '#platform/server/clock.ts';
import { lockRecord, takeStep, writeStep } from '#platform/server/records/lifecycle.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import {
  type JobStep,
  job,
  jobLifecycle,
  type jobRoutes,
  reasonedSteps,
  type ShownJob,
  stepBetween,
  takenStates,
} from '../../common/jobs/job.ts';
import { stopSteps } from '../../common/jobs/stop.ts';
import { assertMay } from '../vehicles/may.ts';
import { assertAssignable, assertFree, assertStopsOver } from './guards.ts';
import { type Row, readJob, replaceStops, shownJob, storedJobs, takenBy } from './job-rows.ts';
import { publishJobs } from './live-jobs.ts';

type Of<Name extends 'update' | 'stop'> = Parameters<Handlers<typeof jobRoutes>[Name]>[0];
type Changing = Context & { params: { id: number } };

/** The job, locked, as the caller has read it; refuses with 409 `changed` and the job if it is newer. */
async function lockedJob(context: Changing, version: number): Promise<Row> {
  const { id } = await readJob(context, context.params.id);
  await lockRecord<{ id: number }>(context.tx, job.table, id);
  const row = await readJob(context, id);
  assertMay(context.actor, 'update', row, 'job-card');
  if (row.version !== version) throw refuse(409, 'changed', { job: await shownJob(context, row) });
  return row;
}

const isTaken = ({ state }: Pick<Row, 'state'>): boolean => takenStates.some((one) => one === state);

/** What holds before a step is taken. */
async function guard(context: Changing, step: JobStep, row: Row): Promise<void> {
  if (step === 'start') await assertFree(context, row);
  if (step === 'complete') await assertStopsOver(context, row);
}

const timesOf = (step: JobStep, row: Row): Record<string, unknown> => {
  const now = present().toISOString();
  if (step === 'start') return row.startedAt ? {} : { started_at: now };
  if (step === 'complete' || step === 'fail' || step === 'cancel') return { ended_at: now };
  return {};
};

/** Changes fields, stops and state of a job in one transaction. */
export async function changeJob(context: Of<'update'>): Promise<ShownJob> {
  const { version, status, reason, force = false, stops, ...fields } = context.body;
  const before = await lockedJob(context, version);
  const step = status === undefined || status === before.state ? undefined : stepBetween(before.state, status);
  if (status !== undefined && status !== before.state && !step)
    throw refuse(409, 'step-not-possible', { step: status, state: before.state });
  if (step && reasonedSteps.includes(step) && !reason) throw invalid('reason', 'Required');
  const over = jobLifecycle.steps.cancel.from.every((state) => state !== before.state);
  if (over) throw refuse(409, 'job-over', { state: before.state });
  if (stops && (before.state === 'in-progress' || before.state === 'on-hold')) throw refuse(409, 'job-begun');
  const changed = await storedJobs.update({ ...context, body: fields });
  if (stops) await replaceStops(context, changed, stops);
  const given = changed.vehicleId !== before.vehicleId || changed.driverId !== before.driverId;
  const replanned = changed.plannedFrom !== before.plannedFrom || changed.plannedTo !== before.plannedTo;
  const assigns = step === 'assign' || (step === 'start' && before.state === 'on-hold');
  const forced =
    assigns || (isTaken(before) && (given || replanned)) ? await assertAssignable(context, changed, force) : [];
  const detail = { ...(reason ? { reason } : {}), ...(forced.length > 0 ? { forced } : {}) };
  if (step) {
    await guard(context, step, changed);
    await takeStep(context.tx, jobLifecycle, changed, step, { as: ['staff'], detail, set: timesOf(step, changed) });
  } else if (given && before.state !== 'draft') {
    const { vehicle, driver } = (await takenBy(context, [changed]))(changed);
    const names = { vehicle: vehicle?.name ?? null, driver: driver?.name ?? null };
    await writeStep(context.tx, job.table, before.id, 'reassign', { ...detail, ...names });
  }
  publishJobs(context, before.companyId);
  return shownJob(context, await readJob(context, before.id));
}

/** Takes a stop of a job that is under way a step on. */
export async function changeStop(context: Of<'stop'>): Promise<ShownJob> {
  const { tx, params, body } = context;
  const row = await lockedJob(context, body.version);
  if (row.state !== 'in-progress') throw refuse(409, 'job-not-begun', { state: row.state });
  if (body.action === 'fail' && !body.reason) throw invalid('reason', 'Required');
  const stop = await tx
    .selectFrom('fleetJobStop')
    .select(['id', 'name', 'state', 'arrivedAt'])
    .where('id', '=', params.stopId)
    .where('jobId', '=', row.id)
    .executeTakeFirst();
  if (!stop) throw refuse(404, 'not-found');
  const { from, to } = stopSteps[body.action];
  if (!from.some((state) => state === stop.state))
    throw refuse(409, 'step-not-possible', { step: body.action, state: stop.state });
  const now = present();
  const isOver = to !== 'pending' && to !== 'arrived';
  await tx
    .updateTable('fleetJobStop')
    .set({
      state: to,
      arrivedAt: to === 'pending' ? null : (stop.arrivedAt ?? (to === 'skipped' ? null : now)),
      doneAt: isOver ? now : null,
      reason: body.reason ?? null,
    })
    .where('id', '=', stop.id)
    .execute();
  await tx
    .updateTable('fleetJobCard')
    .set({ version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  const detail = { stop: stop.name, ...(body.reason ? { reason: body.reason } : {}) };
  await writeStep(tx, job.table, row.id, `stop-${body.action}`, detail);
  publishJobs(context, row.companyId);
  return shownJob(context, await readJob(context, row.id));
}
