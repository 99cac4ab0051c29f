import { expect, test } from 'vitest';
import {
  app,
  call,
  fittedTracker,
  newVehicle,
  operator,
  outcome,
  permit,
  sites,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import { drive } from '#main/testing/tracking/test-drive.ts';
import { at, iso, journey } from '#main/testing/tracking/test-vehicles.ts';
import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';
import type { LogLine } from '../../common/vehicle/log.ts';

withFleet();

const start = at('2026-01-10T06:00Z');
const period = { from: iso(start - dayMs), to: iso(start + dayMs) };
const log = (id: number, query: Record<string, string> = {}, person?: typeof operator) =>
  call('GET', `/vehicle/${id}/log?${new URLSearchParams({ ...period, ...query })}`, undefined, person);
const lines = async (...asked: Parameters<typeof log>): Promise<LogLine[]> => (await log(...asked)).body.data.lines;

async function drivenVehicle() {
  const { id } = await newVehicle();
  const device = await fittedTracker(id, iso(start - hourMs));
  const way = journey(start, [
    { minutes: 30, speed: 60 },
    { minutes: 30, speed: 0 },
    { minutes: 20, speed: 30 },
    { minutes: 30, speed: 0 },
  ]);
  await drive(app, device, way);
  return { id, device };
}

test('the log of a vehicle has its journeys, stops and trackers, the newest first', async () => {
  const { id, device } = await drivenVehicle();
  const found = await lines(id);
  expect(found.map(({ kind }) => kind)).toEqual(['stop', 'journey', 'stop', 'journey', 'fitted']);
  expect(found.map(({ at }) => at)).toEqual(
    found
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  const [, last, stop, first] = found;
  expect(first?.movement).toMatchObject({ metres: 30_000, running: false, towed: false });
  expect(last?.movement).toMatchObject({ metres: 10_000 });
  expect(stop?.movement?.to).toBe(last?.movement?.from);
  expect(found.at(-1)).toMatchObject({
    fitting: { device: { id: device, name: 'Tracker' }, main: true },
    movement: null,
  });
  await call('POST', `/device/${device}/unfit`, { at: iso(start + hourMs), why: 'Sold' });
  const after = await lines(id, { kinds: 'journey,unfitted' });
  expect(after.map(({ kind }) => kind)).toEqual(['unfitted', 'journey']);
  expect(after[0]?.fitting?.why).toBe('Sold');
});

test('pages of the log are the log, without a line twice', async () => {
  const { id } = await drivenVehicle();
  const whole = await lines(id);
  const paged: LogLine[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 20; pages++) {
    const { body } = await log(id, { limit: '2', ...(cursor ? { cursor } : {}) });
    paged.push(...body.data.lines);
    cursor = body.data.next;
  }
  expect(paged).toEqual(whole);
});

test('steps and changes of a vehicle are logged with who made them, changes for those who may see the history', async () => {
  const { id } = await newVehicle({ name: 'Before' });
  await call('PATCH', `/vehicle/${id}`, { name: 'After' });
  await call('POST', `/vehicle/${id}/suspend`, { reason: 'Brakes' });
  const now = { from: iso(Date.now() - hourMs), to: iso(Date.now() + hourMs) };
  const found = await lines(id, now);
  expect(found.map(({ kind }) => kind)).toEqual(['step', 'change']);
  expect(found[0]).toMatchObject({ step: { name: 'suspend', reason: 'Brakes' }, person: { name: expect.any(String) } });
  expect(found[1]?.changes).toEqual([{ field: 'name', before: 'Before', after: 'After' }]);
  await permit([[sites[0], 'vehicle', ['read']]]);
  expect((await lines(id, now, operator)).map(({ kind }) => kind)).toEqual(['step']);
  await permit([[sites[1], 'vehicle', ['read']]]);
  expect((await log(id, now, operator)).status).toBe(404);
});

test('the log of a vehicle has the steps of its jobs, at the sites whose jobs the caller may see', async () => {
  const { id } = await newVehicle();
  const job = (await call('POST', '/job-card', { title: 'Water', vehicleId: id, stops: [{ name: 'Shop' }] })).body.data;
  const assigned = (await call('PATCH', `/job-card/${job.id}`, { version: job.version, status: 'assigned' })).body.data;
  await call('PATCH', `/job-card/${job.id}`, { version: assigned.version, status: 'on-hold', reason: 'Rain' });
  const now = { from: iso(Date.now() - hourMs), to: iso(Date.now() + hourMs), kinds: 'job' };
  const found = await lines(id, now);
  expect(found.map((line) => [line.job?.step, line.job?.name, line.job?.number])).toEqual(
    ['hold', 'assign', 'create'].map((step) => [step, 'Water', job.number]),
  );
  expect(found[0]).toMatchObject({ job: { detail: { reason: 'Rain' } }, person: { name: expect.any(String) } });
  expect(await lines((await newVehicle()).id, now)).toEqual([]);
  await permit([
    [sites[0], 'vehicle', ['read']],
    [sites[1], 'job-card', ['read']],
  ]);
  expect(await lines(id, now, operator)).toEqual([]);
  await permit([
    [sites[0], 'vehicle', ['read']],
    [sites[0], 'job-card', ['read']],
  ]);
  expect(await lines(id, now, operator)).toHaveLength(3);
});

test.each([
  [{ to: iso(start - 2 * dayMs) }, 'to toAfterFrom'],
  [{ to: iso(start + 31 * dayMs) }, 'to daysCount'],
  [{ cursor: '2026 journey 1' }, 'cursor invalid'],
  [{ kinds: 'journey,lunch' }, 'kinds invalid'],
  [{ limit: '101' }, 'limit outOfRange'],
])('a page of the log like %j is refused', async (query, fault) => {
  const { id } = await newVehicle();
  expect(outcome(await log(id, query))).toEqual([418, fault]);
});
