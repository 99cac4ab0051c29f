import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDevice } from '#main/test-device.ts';
import { type Person, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let customer: Person;
let viewer: Person;

beforeAll(async () => {
  app = await rasid({ start: true });
  [customer, viewer] = [await app.signIn('customer@rasid.test'), await app.signIn('viewer@rasid.test')];
});
afterAll(() => app.close());

const read = async (path: string, person = customer) => (await person.call('GET', path)).body.data;
type Row = { id: number; devices: number; worst: string; alarms: Record<string, number> };

test('the portfolio counts the devices and open alarms of the structures that the person can see', async () => {
  const tank = await testDevice(app, customer, 'solutionId=901');
  await tank.publish({ level: 4 });
  const { structure } = await read(`/sample/device/${tank.id}`);
  const all: Row[] = await read('/sample/analysis/structure-portfolio?limit=100');
  const row = all.find(({ id }) => id === structure.id);
  const standing = (await customer.call('GET', `/sample/device?structureId=${structure.id}`)).body.totalRecords;
  expect(row).toMatchObject({ devices: standing, worst: 'problem' });
  expect(row?.alarms.problem).toBeGreaterThan(0);
  const seen: Row[] = await read('/sample/analysis/structure-portfolio?limit=100', viewer);
  expect(seen.length).toBeLessThan(all.length);
  await tank.end();
});
