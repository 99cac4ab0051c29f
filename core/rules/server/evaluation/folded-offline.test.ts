import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { emit, emittingAsSystem, type Listeners } from '#platform/server/domain-events.ts';

let app: Rasid;
let customer: TestPerson;
let tanks: [TestDevice, TestDevice];
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const { data } = (await customer.call('GET', '/sample/device?limit=2&sort[id]=asc&solutionId=901')).body;
  const [first, second] = data as { id: number }[];
  tanks = [await testDevice(app, customer, `id=${first?.id}`), await testDevice(app, customer, `id=${second?.id}`)];
  const listening: Listeners = {
    inTransaction: { 'offline.raising': async (_, { folded }) => void folded.add(tanks[0].id) },
  };
  app.kit.listeners = [...app.kit.listeners, listening];
});
afterAll(() => app.close());

test('a device for which an alarm of another slice stands has no offline alarm, and the others have theirs', async () => {
  const { rows: devices } = await app.kit.pool.query(
    `SELECT id, company_id AS "companyId", solution_id AS "solutionId" FROM device WHERE id = ANY ($1)`,
    [tanks.map(({ id }) => id)],
  );
  await emittingAsSystem(app.kit, app.kit.db, (context) => emit(context, 'device.offline', { devices }));
  const { rows } = await app.kit.pool.query(
    `SELECT device_id AS id FROM alarm WHERE device_id = ANY ($1) AND kind = 'offline' AND closed_at IS NULL`,
    [tanks.map(({ id }) => id)],
  );
  expect(rows).toEqual([{ id: tanks[1].id }]);
});
