import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { addDemoPastAlarms } from './demo-past-alarms.ts';
import type { DeviceDemo } from './device-demo.ts';

let app: Rasid;
let customer: TestPerson;
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());

test('a handled alarm of the demo is in the history with the person who closed it, and its device has matching readings', async () => {
  const device = (await customer.call('GET', '/sample/device?solutionId=901&limit=1')).body.data[0];
  const sample = app.kit.apps.find(({ id }) => id === 'sample');
  const me = (await customer.call('GET', '/session')).body.data.user.id;
  const demo = {
    app: sample,
    pastAlarms: [
      {
        solution: 901,
        kind: 'level-high',
        severity: 'problem',
        sensor: 'level',
        operator: '>',
        limit: 3,
        value: 3.4,
        minutes: 25,
      },
    ],
  } as unknown as DeviceDemo;
  await inSystem(app.kit.db, (tx) =>
    addDemoPastAlarms(
      { tx, kit: app.kit },
      demo,
      [{ id: device.id, solutionId: 901, arabic: true, handledBy: me }],
      20,
    ),
  );
  const [alarm] = (await customer.call('GET', '/sample/alarm/operational/history?limit=1')).body.data;
  expect(alarm).toMatchObject({ kind: 'level-high', device: { id: device.id }, value: 3.4, acknowledged: true });
  const detail = (await customer.call('GET', `/sample/alarm/operational/${alarm.id}`)).body.data;
  const actions = detail.events.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['raised', 'acknowledged', 'cleared', expect.stringMatching(/^(terminated|rejected)$/)]);
  const readings = await app.kit.pool.query(
    'SELECT count(*)::integer AS n, min(value) AS low FROM reading WHERE device_id = $1 AND time BETWEEN $2 AND $3',
    [device.id, alarm.firstAt, alarm.clearedAt],
  );
  expect(readings.rows[0].n).toBe(6);
  expect(readings.rows[0].low).toBeGreaterThan(3);
});
