import { beforeEach, describe, expect, test } from 'vitest';
import {
  app,
  call,
  newVehicle,
  operator,
  outcome,
  permit,
  sites,
  stranger,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import { countStatements } from '#main/testing.ts';
import type { ShownJob } from '../../common/jobs/job.ts';

withFleet();

type Vehicle = Awaited<ReturnType<typeof newVehicle>>;
let van: Vehicle;
beforeEach(async () => {
  van = await newVehicle({ name: 'Van 1' });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const day = (days: number) => inDays(days).slice(0, 10);
const newDriver = async (more: object = {}): Promise<{ id: number }> =>
  (await call('POST', '/driver-profile', { name: 'Rajesh Kumar', structureId: sites[0], ...more })).body.data;
async function newJob(more: object = {}): Promise<ShownJob> {
  const { status, body } = await call('POST', '/job-card', { title: 'Water delivery', vehicleId: van.id, ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
}
const change = (job: Pick<ShownJob, 'id' | 'version'>, body: object, person?: typeof operator) =>
  call('PATCH', `/job-card/${job.id}`, { version: job.version, ...body }, person);
/** Leads a job to a state, by the states in between. */
async function led(job: ShownJob, ...states: string[]): Promise<ShownJob> {
  let now = job;
  for (const status of states) {
    const { status: code, body } = await change(now, { status, reason: 'Because' });
    expect([status, code, body.word]).toEqual([status, 200, undefined]);
    now = body.data;
  }
  return now;
}
const atStop = (job: ShownJob, n: number, action: string, more: object = {}) =>
  call('POST', `/job-card/${job.id}/stop/${job.stops[n]?.id}`, { action, version: job.version, ...more });

describe('a job card', () => {
  test('needs a title and a vehicle only, at whose site it is, and has a number of the company', async () => {
    const [first, second] = [await newJob(), await newJob()];
    expect(first).toMatchObject({
      state: 'draft',
      type: 'delivery',
      priority: 'normal',
      structureId: sites[0],
      stops: [],
    });
    expect(first.vehicle?.name).toBe('Van 1');
    const [a, b] = [first, second].map(({ number }) => Number(/^JC-\d{4}-(\d{6})$/.exec(number)?.[1]));
    expect((b ?? 0) - (a ?? 0)).toBe(1);
    expect(outcome(await call('POST', '/job-card', { title: 'Nowhere' }))).toEqual([418, 'structureId Required']);
  });

  test('has stops in their order; one at a point of interest is where that is', async () => {
    const place = { name: 'Port gate 3', location: { lat: 24.98, lng: 55.07 }, address: 'Jebel Ali' };
    const point = (await call('POST', '/point-of-interest', place)).body.data;
    const stops = [{ name: 'Gate', pointId: point.id }, { name: 'Somewhere' }];
    const job = await newJob({ stops });
    expect(job.stops.map(({ name, location, address }) => [name, location, address])).toEqual([
      ['Gate', place.location, 'Jebel Ali'],
      ['Somewhere', null, ''],
    ]);
    const turned = (await change(job, { stops: [...stops].reverse() })).body.data as ShownJob;
    expect(turned.stops.map(({ name }) => name)).toEqual(['Somewhere', 'Gate']);
    const mapped = (await call('GET', '/job-card/map')).body.data as { job: { id: number } }[];
    expect(mapped.filter((stop) => stop.job.id === job.id)).toHaveLength(1);
  });

  test('goes from draft to done, each step with who took it, and is over then', async () => {
    const done = await led(await newJob(), 'assigned', 'accepted', 'in-progress', 'completed');
    expect([done.startedAt !== null, done.endedAt !== null]).toEqual([true, true]);
    const log = (await call('GET', `/job-card/${done.id}/log`)).body.data as { step: string; person: object | null }[];
    expect(log.map(({ step }) => step)).toEqual(['create', 'assign', 'accept', 'start', 'complete']);
    expect(log.every(({ person }) => person !== null)).toBe(true);
    expect(outcome(await change(done, { title: 'Later' }))).toEqual([409, 'job-over']);
  });

  test('is put on hold, failed and cancelled with a reason only, and takes no step that does not exist', async () => {
    const job = await led(await newJob(), 'assigned');
    for (const status of ['on-hold', 'cancelled'])
      expect(outcome(await change(job, { status }))).toEqual([418, 'reason Required']);
    expect(outcome(await change(job, { status: 'completed' }))).toEqual([409, 'step-not-possible']);
    const back = await led(job, 'on-hold', 'assigned', 'draft', 'cancelled');
    expect(back.state).toBe('cancelled');
  });

  test('is deleted as a draft only', async () => {
    const [draft, begun] = [await newJob(), await led(await newJob(), 'assigned')];
    expect(outcome(await call('DELETE', `/job-card/${begun.id}`))).toEqual([409, 'job-not-draft']);
    expect(outcome(await call('DELETE', `/job-card/${draft.id}`))).toEqual([204]);
  });
});

describe('a vehicle', () => {
  test('that is suspended takes no job, and is not suspended or retired while it is on one', async () => {
    await call('POST', `/vehicle/${van.id}/suspend`, { reason: 'Brakes' });
    const job = await newJob();
    expect(outcome(await change(job, { status: 'assigned', force: true }))).toEqual([409, 'vehicle-suspended']);
    await call('POST', `/vehicle/${van.id}/unsuspend`, {});
    await led(job, 'assigned', 'in-progress');
    expect(outcome(await call('POST', `/vehicle/${van.id}/suspend`, { reason: 'Brakes' }))).toEqual([
      409,
      'job-in-progress',
    ]);
    expect(outcome(await call('POST', `/vehicle/${van.id}/retire`, { reason: 'Sold' }))).toEqual([
      409,
      'vehicle-has-jobs',
    ]);
  });

  test('whose papers have expired takes a job with force only, which is in the log', async () => {
    await call('PATCH', `/vehicle/${van.id}`, { insuranceExpires: day(-2) });
    const job = await newJob();
    expect(outcome(await change(job, { status: 'assigned' }))).toEqual([409, 'vehicle-unfit']);
    const { status, body } = await change(job, { status: 'assigned', force: true });
    expect([status, body.data.state]).toEqual([200, 'assigned']);
    const log = (await call('GET', `/job-card/${job.id}/log`)).body.data as { detail: object }[];
    expect(log.at(-1)?.detail).toEqual({ forced: ['vehicle-unfit'] });
  });

  test('has one job at a time', async () => {
    const plan = (from: number, to: number) => ({ plannedFrom: inDays(from), plannedTo: inDays(to) });
    await led(await newJob(plan(1, 2)), 'assigned');
    const [during, after] = [await newJob(plan(1.5, 3)), await newJob(plan(2.01, 3))];
    const refused = await change(during, { status: 'assigned' });
    expect(outcome(refused)).toEqual([409, 'overlaps']);
    expect(refused.body.detail).toMatchObject({ title: 'Water delivery', mayForce: true });
    await led(after, 'assigned');
    expect(outcome(await change({ ...after, version: after.version + 1 }, plan(1.2, 1.4)))).toEqual([409, 'overlaps']);
  });
});

describe('a driver', () => {
  test('with an expired licence, on leave or on another job does not drive', async () => {
    const late = await newDriver({ name: 'Late', licenceExpires: day(-1) });
    const away = await newDriver({ name: 'Away', state: 'leave' });
    const free = await newDriver({ name: 'Free', licenceExpires: day(30) });
    const job = await newJob();
    expect(outcome(await change(job, { status: 'assigned', driverId: late.id }))).toEqual([409, 'licence-expired']);
    expect(outcome(await change(job, { status: 'assigned', driverId: away.id, force: true }))).toEqual([
      409,
      'driver-unavailable',
    ]);
    await led((await change(job, { driverId: free.id })).body.data, 'assigned', 'in-progress');
    const second = await led(await newJob({ driverId: free.id }), 'assigned');
    expect(outcome(await change(second, { status: 'in-progress' }))).toEqual([409, 'driver-busy']);
  });

  test('hands a job over while it is under way, and what is done stays', async () => {
    const [first, second] = [await newDriver({ name: 'First' }), await newDriver({ name: 'Second' })];
    const job = await led(
      await newJob({ driverId: first.id, stops: [{ name: 'A' }, { name: 'B' }] }),
      'assigned',
      'in-progress',
    );
    const done = (await atStop(job, 0, 'finish')).body.data as ShownJob;
    const over = (await change(done, { driverId: second.id })).body.data as ShownJob;
    expect([over.driver?.name, over.stops.map(({ state }) => state)]).toEqual(['Second', ['done', 'pending']]);
    const log = (await call('GET', `/job-card/${job.id}/log`)).body.data as { step: string; detail: object }[];
    expect(log.at(-1)).toMatchObject({ step: 'reassign', detail: { driver: 'Second' } });
  });
});

describe('stops', () => {
  test('are arrived at and done while the job is under way, and must be over before it is completed', async () => {
    const draft = await newJob({ stops: [{ name: 'A' }, { name: 'B' }] });
    expect(outcome(await atStop(draft, 0, 'arrive'))).toEqual([409, 'job-not-begun']);
    let job = await led(draft, 'assigned', 'in-progress');
    expect(outcome(await change(job, { stops: [] }))).toEqual([409, 'job-begun']);
    job = (await atStop(job, 0, 'arrive')).body.data;
    expect(job.stops[0]).toMatchObject({ state: 'arrived', doneAt: null });
    expect(outcome(await change(job, { status: 'completed' }))).toEqual([409, 'stops-open']);
    job = (await atStop(job, 0, 'finish')).body.data;
    expect(outcome(await atStop(job, 1, 'fail'))).toEqual([418, 'reason Required']);
    job = (await atStop(job, 1, 'fail', { reason: 'Closed' })).body.data;
    expect(job.stops.map(({ state, reason }) => [state, reason])).toEqual([
      ['done', null],
      ['failed', 'Closed'],
    ]);
    expect(outcome(await atStop(job, 0, 'arrive'))).toEqual([409, 'step-not-possible']);
    await led(job, 'completed');
  });
});

test('of two dispatchers who move a card at once one succeeds and the other gets it as it is, without a lost step', async () => {
  for (let round = 0; round < 10; round++) {
    const job = await led(await newJob(), 'assigned');
    const answers = await Promise.all([change(job, { status: 'accepted' }), change(job, { status: 'draft' })]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect([won?.status, lost?.status, lost?.body.word]).toEqual([200, 409, 'changed']);
    expect(lost?.body.detail.job).toMatchObject({ state: won?.body.data.state, version: won?.body.data.version });
    const log = (await call('GET', `/job-card/${job.id}/log`)).body.data;
    expect(log).toHaveLength(3);
  }
});

describe('who sees jobs', () => {
  test('sees those of their sites, in list, counts and map', async () => {
    const far = await newVehicle({ structureId: sites[1] });
    const job = await newJob({
      vehicleId: far.id,
      title: 'Far away',
      stops: [{ name: 'A', location: { lat: 25, lng: 55 } }],
    });
    await permit([[sites[0], 'job-card', ['read', 'update']]]);
    const list = async (person: typeof operator) =>
      (await call('GET', '/job-card?search=far away', undefined, person)).body.data;
    expect([await list(operator), await list(stranger)]).toEqual([[], []]);
    expect(outcome(await call('GET', `/job-card/${job.id}`, undefined, operator))).toEqual([404, 'not-found']);
    expect(outcome(await change(job, { title: 'Mine' }, operator))).toEqual([404, 'not-found']);
    const mapped = (await call('GET', '/job-card/map', undefined, operator)).body.data as { job: { id: number } }[];
    expect(mapped.some((stop) => stop.job.id === job.id)).toBe(false);
  });

  test('an operator does not insist on expired papers', async () => {
    await call('PATCH', `/vehicle/${van.id}`, { insuranceExpires: day(-2) });
    const job = await newJob();
    await permit([[sites[0], 'job-card', ['read', 'update']]]);
    expect(outcome(await change(job, { status: 'assigned', force: true }, operator))).toEqual([409, 'vehicle-unfit']);
  });
});

test('late and open jobs are found and counted, with the same statements for any number', async () => {
  const late = await led(
    await newJob({ title: 'Late one', plannedFrom: inDays(-3), plannedTo: inDays(-2) }),
    'assigned',
  );
  const found = (await call('GET', '/job-card?late=true&limit=100')).body.data as ShownJob[];
  expect(found.map(({ id }) => id)).toContain(late.id);
  expect(found.every(({ plannedTo }) => plannedTo !== null && Date.parse(plannedTo) < Date.now())).toBe(true);
  const { late: count, states } = (await call('GET', '/job-card/metadata')).body.data;
  expect([count, states.some(({ value }: { value: string }) => value === 'assigned')]).toEqual([found.length, true]);
  const listed = (query: string) => countStatements(app, () => call('GET', `/job-card?${query}`));
  expect(await listed('limit=100')).toBe(await listed('limit=1'));
});
