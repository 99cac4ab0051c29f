import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import { line } from './visits.fixture.ts';

let traps: TestTraps;
beforeAll(async () => {
  traps = await TestTraps.begin();
});
afterAll(() => traps.app.close());

const minute = 60_000;
const before = (minutes: number) => Date.now() - minutes * minute;
const hit = (at: number, data: object = {}) => ({ ts: at, kind: 'hit', data: { type: 'activation', ...data } });
const kinds = async (trap: TestTrap) => (await traps.alarms(trap)).map(({ kind, condition }) => `${kind} ${condition}`);

/** A visit to the site of a trap with one line. */
async function visited(trap: TestTrap, more: object): Promise<number> {
  const plan = {
    structureId: trap.site,
    kind: 'alarm',
    plannedAt: new Date().toISOString(),
    technicianId: null,
    note: null,
  };
  const { id } = (await traps.call('POST', '/visit', plan)).body.data;
  const added = await traps.call('POST', `/visit/${id}/line`, { lines: [line(trap.id, more)] });
  expect(added.body.data).toMatchObject([{ result: 'added' }]);
  return id;
}
const iso = (at: number) => new Date(at).toISOString();

test('hits from the arrival at a trap until ten minutes after its line are service and raise nothing, the next one does', async () => {
  const trap = await traps.add();
  await traps.events(trap, hit(before(18)));
  await visited(trap, { beganAt: iso(before(20)), at: iso(before(15)) });
  await traps.events(trap, hit(before(6)));
  expect((await traps.hits(trap)).map(({ verdict, service }) => [verdict, service])).toEqual([
    ['service', true],
    ['service', true],
  ]);
  await traps.events(trap, hit(before(4)));
  expect((await traps.hits(trap)).filter(({ verdict }) => verdict === 'unverified')).toHaveLength(1);
  await traps.wait(trap);
  expect(await kinds(trap)).toContain('activation active');
});

test('the finding of a line is the verdict on the last hit before it, and its alarm ends when the trap is set again', async () => {
  const [caught, empty] = [await traps.add(), await traps.add()];
  for (const trap of [caught, empty]) await traps.events(trap, [hit(before(40)), hit(before(30))]);
  const at = iso(before(1));
  const visit = await visited(caught, {
    at,
    finding: 'catch',
    count: 2,
    species: 'house-mouse',
    actions: ['re-armed'],
  });
  await visited(empty, { at, finding: 'sprung-empty' });
  const [first, last] = await traps.hits(caught);
  expect([last, first]).toMatchObject([{ verdict: 'catch', presumed: false }, { verdict: 'unverified' }]);
  expect((await traps.call('GET', `/hit/${last?.id}/verdict`)).body.data).toMatchObject([
    { verdict: 'catch', count: 2, species: 'house-mouse', visitId: visit },
  ]);
  expect(await traps.hits(empty)).toMatchObject([{ verdict: 'unverified' }, { verdict: 'false' }]);
  expect((await kinds(caught)).filter((kind) => kind.endsWith(' active'))).toEqual([]);
});

test('a catch of which its trap has reported nothing is a hit since its last message', async () => {
  const trap = await traps.add();
  const heard = before(50);
  await traps.values(trap, heard, { hits: 7 });
  const at = before(2);
  await visited(trap, { at: iso(at), finding: 'catch' });
  const [found, ...others] = await traps.hits(trap);
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    reportedBy: 'person',
    fromAt: iso(heard),
    at: iso(at),
    verdict: 'catch',
    presumed: false,
  });
  // The counter goes on: messages of the trap leave it as it is.
  await traps.values(trap, before(1), { hits: 7 });
  expect(await traps.hits(trap)).toHaveLength(1);
});

test('a line with wrong times takes neither older hits out of the counts nor makes any in the past', async () => {
  const trap = await traps.add();
  const day = 24 * 60;
  await traps.events(trap, [hit(before(2 * day)), hit(before(day))]);
  await visited(trap, { at: iso(before(1)), beganAt: '2000-01-01T00:00:00.000Z' });
  expect(await traps.hits(trap)).toMatchObject([{ service: false }, { service: false }]);
  // The clock of the phone is a year late, or the person came after they had left.
  const id = await visited(trap, { at: iso(before(365 * day)), finding: 'catch' });
  expect(Date.parse((await traps.call('GET', `/visit/${id}`)).body.data.startedAt)).toBeGreaterThan(before(10));
  const dated = (await traps.hits(trap)).map(({ at }) => Date.parse(String(at)));
  expect([dated.length, Math.min(...dated) > before(3 * day)]).toEqual([3, true]);
  await visited(trap, { at: iso(before(1)), beganAt: iso(before(-2 * day)) });
});

test('a line of a trap that is at another site says nothing about its hits there', async () => {
  const [here, elsewhere] = [await traps.add(), await traps.add()];
  await traps.events(elsewhere, hit(before(30)));
  await visited({ ...elsewhere, site: here.site }, { at: iso(before(1)), finding: 'catch', actions: ['re-armed'] });
  expect(await traps.hits(elsewhere)).toMatchObject([{ verdict: 'unverified', service: false }]);
  expect(await kinds(elsewhere)).toEqual(['activation active']);
});
