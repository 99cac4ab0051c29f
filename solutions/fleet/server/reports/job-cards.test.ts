import { expect, test } from 'vitest';
import { app, call, customer, newVehicle, operator, permit, sites, withFleet } from '#main/testing/fleet/fleet.ts';
import { rowsOfSection, sectionRead } from '#main/testing/reports/section-read.ts';
import { iso } from '#main/testing/tracking/test-vehicles.ts';
import { dayMs, hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';

withFleet();

const now = Date.now();
const period = { from: iso(now - dayMs), to: iso(now + dayMs) };
const read = async (person = customer) =>
  rowsOfSection(await sectionRead(app, person, { app: 'fleet', kind: 'job-cards', period }));

async function newJob(title: string, windowTo: number | null, more: object = {}) {
  const { id: vehicleId } = await newVehicle({ name: 'Van' });
  const stops = [{ name: 'Souq branch', windowTo: windowTo && iso(windowTo) }];
  const { status, body } = await call('POST', '/job-card', { title, vehicleId, stops, ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data as { id: number };
}
const setStop = (job: { id: number }, state: string, arrivedAt: number | null, doneAt: number | null = null) =>
  app.kit.pool.query('UPDATE fleet_job_stop SET state = $2, arrived_at = $3, done_at = $4 WHERE job_id = $1', [
    ...[job.id, state, arrivedAt && iso(arrivedAt), doneAt && iso(doneAt)],
  ]);

test('a job is late if the driver arrived at a stop after its window', async () => {
  const end = now - hourMs;
  await setStop(await newJob('In time', end), 'done', end - minuteMs, end + hourMs);
  await setStop(await newJob('Exactly', end), 'arrived', end);
  await setStop(await newJob('Too late', end), 'done', end + 10 * minuteMs);
  await setStop(await newJob('Not said', end), 'done', null, end + 5 * minuteMs);
  await setStop(await newJob('Skipped', end), 'skipped', null);
  await newJob('Overdue', end);
  await newJob('To come', now + hourMs);
  await newJob('Any time', null);
  const found = new Map((await read()).map(({ title, punctuality, lateBy }) => [title, [punctuality, lateBy]]));
  const late = found.get('Overdue')?.[1];
  expect(Number(late)).toBeGreaterThanOrEqual(60);
  expect(Object.fromEntries(found)).toEqual({
    'In time': ['on-time', null],
    Exactly: ['on-time', null],
    'Too late': ['late', 10],
    'Not said': ['late', 5],
    Skipped: [null, null],
    Overdue: ['late', late],
    'To come': [null, null],
    'Any time': [null, null],
  });
});

test('jobs outside of the period are left out', async () => {
  const plan = (days: number) => ({
    plannedFrom: iso(now + days * dayMs),
    plannedTo: iso(now + days * dayMs + hourMs),
  });
  await newJob('Last week', null, plan(-7));
  await newJob('Next week', null, plan(7));
  await newJob('Since yesterday', null, { ...plan(-2), plannedTo: iso(now) });
  const titles = (await read()).map(({ title }) => title);
  expect(titles).toContain('Since yesterday');
  expect(titles.filter((title) => String(title).endsWith('week'))).toEqual([]);
});

test('somebody limited to a site gets its jobs only', async () => {
  await newJob('Elsewhere', null, { structureId: sites[1] });
  await permit([[sites[1], 'job-card', ['read']]]);
  expect((await read(operator)).map(({ title }) => title)).toEqual(['Elsewhere']);
});
