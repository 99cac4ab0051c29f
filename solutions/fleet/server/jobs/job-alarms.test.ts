import { beforeAll, expect, test } from 'vitest';
import { app, call, newVehicle, operator, outcome, permit, sites, withFleet } from '#main/testing/fleet/fleet.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import { doDue } from '#platform/server/due.ts';
import type { ShownJob } from '../../common/jobs/job.ts';
import { jobAlarmDue } from './job-alarms.ts';

withFleet();

let vehicleId: number;
beforeAll(async () => {
  ({ id: vehicleId } = await newVehicle());
});

const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const look = () => doDue(app.kit, [jobAlarmDue]);
async function newJob(more: object = {}): Promise<ShownJob> {
  const { status, body } = await call('POST', '/job-card', { title: 'Water delivery', vehicleId, ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
}
async function change(job: Pick<ShownJob, 'id' | 'version'>, body: object): Promise<ShownJob> {
  const changed = await call('PATCH', `/job-card/${job.id}`, { version: job.version, force: true, ...body });
  expect([changed.status, changed.body.word]).toEqual([200, undefined]);
  return changed.body.data;
}
type Shown = { kind: string; severity: string; condition: string; subject: { name: string } };
const alarmsOf = async ({ id }: { id: number }, person?: typeof operator): Promise<Shown[]> =>
  (await call('GET', `/alarm/operational?subjectType=job-card&subjectId=${id}`, undefined, person)).body.data;
/** The open alarms about a job, once they are evaluated. */
async function openAlarms(job: { id: number }) {
  await look();
  return (await alarmsOf(job)).map(({ kind, severity, condition }) => [kind, severity, condition]);
}
const dueAt = async ({ id }: { id: number }): Promise<string | null> => {
  const { rows } = await app.kit.pool.query('SELECT alarms_due_at AS at FROM fleet_job_card WHERE id = $1', [id]);
  return rows[0].at && new Date(rows[0].at).toISOString();
};

test('a job that nobody has taken an hour before it begins is an alarm until somebody has', async () => {
  const later = await newJob({ plannedFrom: inHours(3), plannedTo: inHours(5) });
  expect(await openAlarms(later)).toEqual([]);
  expect(await dueAt(later)).toBe(new Date(Date.parse(later.plannedFrom ?? '') - hourMs).toISOString());
  const soon = await change(later, { plannedFrom: inHours(0.5) });
  expect(await openAlarms(soon)).toEqual([['job-unassigned', 'ok', 'active']]);
  expect((await alarmsOf(soon))[0]?.subject.name).toBe(`${soon.number} Water delivery`);
  const taken = await change(soon, { status: 'assigned' });
  expect(await openAlarms(taken)).toEqual([]);
  expect(await dueAt(taken)).toBe(taken.plannedTo);
});

test('a job is late at the end of its time, until it is over', async () => {
  const job = await change(await newJob({ plannedFrom: inHours(-3), plannedTo: inHours(-1) }), { status: 'assigned' });
  expect(await openAlarms(job)).toEqual([['job-late', 'problem', 'active']]);
  const begun = await change(job, { status: 'in-progress' });
  expect(await openAlarms(begun)).toEqual([['job-late', 'problem', 'active']]);
  await change(begun, { status: 'completed' });
  expect(await openAlarms(job)).toEqual([['job-late', 'problem', 'cleared']]);
  expect(await dueAt(job)).toBeNull();
});

test('a job is late at the end of the window of a stop, until somebody arrives there', async () => {
  const stops = [{ name: 'Port gate 3', windowFrom: inHours(-2), windowTo: inHours(-1) }, { name: 'Souq' }];
  const job = await change(await newJob({ plannedTo: inHours(4), stops }), { status: 'assigned' });
  const begun = await change(job, { status: 'in-progress' });
  expect(await openAlarms(begun)).toEqual([['job-late', 'problem', 'active']]);
  const isListed = async () =>
    (await call('GET', '/job-card?late=true&limit=100')).body.data.some(({ id }: ShownJob) => id === job.id);
  expect(await isListed()).toBe(true);
  const arrived = await call('POST', `/job-card/${job.id}/stop/${begun.stops[0]?.id}`, {
    ...{ action: 'arrive', version: begun.version },
  });
  expect(outcome(arrived)).toEqual([200]);
  expect(await openAlarms(job)).toEqual([['job-late', 'problem', 'cleared']]);
  expect(await isListed()).toBe(false);
});

test('a failed job is an alarm', async () => {
  const begun = await change(await change(await newJob(), { status: 'assigned' }), { status: 'in-progress' });
  await change(begun, { status: 'failed', reason: 'Nobody at the gate' });
  expect(await openAlarms(begun)).toEqual([['job-failed', 'poor', 'active']]);
});

test('it is shown to the people of the site of the job, and ends with a deleted draft', async () => {
  const job = await newJob({ plannedFrom: inHours(0.2) });
  await look();
  await permit([[sites[1], 'operational-alarm', ['read']]]);
  expect(await alarmsOf(job, operator)).toEqual([]);
  await change(job, { structureId: sites[1] });
  await look();
  expect(await alarmsOf(job, operator)).toHaveLength(1);
  expect(outcome(await call('DELETE', `/job-card/${job.id}`))).toEqual([204]);
  expect(await alarmsOf(job)).toEqual([]);
});
