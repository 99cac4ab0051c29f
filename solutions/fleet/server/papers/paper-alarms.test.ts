import { expect, test } from 'vitest';
import {
  app,
  call,
  company,
  newVehicle,
  operator,
  outcome,
  permit,
  sites,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import { dayMs, instantOf, wallDay } from '#platform/common/time/wall-clock.ts';
import { doDue } from '#platform/server/due.ts';
import { paperDues } from './paper-alarms.ts';

withFleet();

const zone = 'Asia/Dubai';
const inDays = (days: number) => wallDay(Date.now() + days * dayMs, zone);
const look = () => doDue(app.kit, paperDues);

type Shown = { kind: string; severity: string; condition: string; structure: { id: number } | null };
/** The open alarms about a record. */
async function alarmsOf(id: number, type = 'vehicle', person?: typeof operator): Promise<Shown[]> {
  const query = `subjectType=${type}&subjectId=${id}`;
  return (await call('GET', `/alarm/operational?${query}`, undefined, person)).body.data;
}
const openAlarms = async (id: number, type = 'vehicle') =>
  (await alarmsOf(id, type)).map(({ kind, severity, condition }) => [kind, severity, condition]);
const change = async (id: number, body: object) =>
  expect(outcome(await call('PATCH', `/vehicle/${id}`, body))).toEqual([200]);

test('papers raise one alarm that becomes more severe, and another one when they have expired', async () => {
  const { id } = await newVehicle({ insuranceExpires: inDays(60) });
  await look();
  expect(await openAlarms(id)).toEqual([]);
  await change(id, { insuranceExpires: inDays(20) });
  await look();
  expect(await openAlarms(id)).toEqual([['paper-expiring', 'ok', 'active']]);
  await change(id, { registrationExpires: inDays(5) });
  await look();
  expect(await openAlarms(id)).toEqual([['paper-expiring', 'poor', 'active']]);
  await change(id, { registrationExpires: inDays(-1) });
  await look();
  await look();
  expect(await openAlarms(id)).toEqual([['paper-expired', 'problem', 'active']]);
  await change(id, { registrationExpires: inDays(300), insuranceExpires: inDays(300) });
  await look();
  expect(await openAlarms(id)).toEqual([['paper-expired', 'problem', 'cleared']]);
});

test('they are looked at again on the morning on which they become more urgent, by the clocks of the company', async () => {
  const { id } = await newVehicle({ insuranceExpires: inDays(60) });
  await look();
  const { rows } = await app.kit.pool.query('SELECT alarms_due_at AS at FROM fleet_vehicle WHERE id = $1', [id]);
  const morning = Date.parse(`${inDays(60 - 29)}T08:00Z`);
  expect(new Date(rows[0].at).getTime()).toBe(instantOf(morning, zone));
});

test('two workers raise one alarm', async () => {
  const { id } = await newVehicle({ insuranceExpires: inDays(2) });
  await Promise.all([look(), look()]);
  const { rows } = await app.kit.pool.query(
    `SELECT count FROM alarm WHERE company_id = $1 AND subject_type = 'vehicle' AND subject_id = $2`,
    [company, id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('a vehicle at another site raises it for the people of that site, and no longer for those of the former one', async () => {
  const { id } = await newVehicle({ insuranceExpires: inDays(2) });
  await look();
  await permit([[sites[0], 'operational-alarm', ['read']]]);
  expect(await alarmsOf(id, 'vehicle', operator)).toHaveLength(1);
  await change(id, { structureId: sites[1] });
  await look();
  expect(await alarmsOf(id, 'vehicle', operator)).toEqual([]);
  const [alarm, ...others] = await alarmsOf(id);
  expect([alarm?.structure?.id, others]).toEqual([sites[1], []]);
});

test('nobody is notified about the papers of a vehicle that is retired or deleted', async () => {
  const [retired, deleted] = [
    await newVehicle({ insuranceExpires: inDays(2) }),
    await newVehicle({ insuranceExpires: inDays(2) }),
  ];
  await look();
  expect(outcome(await call('POST', `/vehicle/${retired.id}/retire`, { reason: 'Sold' }))).toEqual([200]);
  expect(outcome(await call('DELETE', `/vehicle/${deleted.id}`))).toEqual([204]);
  await look();
  expect([await openAlarms(retired.id), await openAlarms(deleted.id)]).toEqual([[], []]);
});

test('the licence of a driver has one alarm, also after it has expired', async () => {
  const created = await call('POST', '/driver-profile', {
    ...{ name: 'Rajesh Kumar', structureId: sites[0], licenceExpires: inDays(6) },
  });
  const { id } = created.body.data;
  await look();
  expect(await openAlarms(id, 'driver')).toEqual([['licence-expiring', 'poor', 'active']]);
  expect(outcome(await call('PATCH', `/driver-profile/${id}`, { licenceExpires: inDays(-2) }))).toEqual([200]);
  await look();
  expect(await openAlarms(id, 'driver')).toEqual([['licence-expiring', 'problem', 'active']]);
  expect(outcome(await call('DELETE', `/driver-profile/${id}`))).toEqual([204]);
  expect(await openAlarms(id, 'driver')).toEqual([]);
});
