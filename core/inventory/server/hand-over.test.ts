import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { mailHandOvers } from './hand-overs.ts';

let app: Rasid;
let integrator: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  app = await rasid({ start: true });
  [integrator, customer] = [await app.signIn('integrator@rasid.test'), await app.signIn('customer@rasid.test')];
  const najm = (await integrator.call('GET', '/session')).body.data.company.id;
  await app.kit.pool.query(
    "INSERT INTO company_app (company_id, app_id) VALUES ($1, 'sample') ON CONFLICT DO NOTHING",
    [najm],
  );
});
afterAll(() => app.close());

const query = async (text: string, values: unknown[] = []) => (await app.kit.pool.query(text, values)).rows;

test('the secret of a device that got another owner is refused by the broker, and its connection ends', async () => {
  const serial = '70B3D5AF0001';
  const made = await integrator.call('POST', '/sample/device', { body: { serial, hardwareId: 90101 } });
  expect(made.status).toBe(201);
  const device = await testDevice(app, integrator, `search=${serial}`);
  const connected = await device.connect();
  const ended = new Promise<void>((resolve) => connected.once('close', resolve));
  const customerId = (await customer.call('GET', '/session')).body.data.company.id;
  const given = await integrator.call('PATCH', '/device/owner', { body: { id: device.id, customerId } });
  expect(given.status).toBe(200);
  await ended;
  await expect(device.connect()).rejects.toThrow();
  // The new owner creates its own secret.
  const next = await testDevice(app, customer, `search=${serial}`);
  expect(next.id).toBe(given.body.data.id);
  await next.connect();
  await Promise.all([device.end(), next.end()]);
});

test('sixty devices go to a new owner by one call each: the two that are installed are refused, the others are given, with one mail to each side', async () => {
  const reem = (await customer.call('GET', '/session')).body.data.company.id;
  await query('DELETE FROM device_hand_over');
  const devices: number[] = [];
  for (let at = 0; at < 60; at++) {
    const serial = `70B3D5AC${at.toString(16).toUpperCase().padStart(4, '0')}`;
    const made = await integrator.call('POST', '/sample/device', { body: { serial, hardwareId: 90101 } });
    devices.push(made.body.data.id);
  }
  await query("UPDATE device SET state = 'installed' WHERE id = ANY ($1)", [[devices[7], devices[31]]]);
  const give = async (id?: number) =>
    (
      await integrator.call('PATCH', '/device/owner', {
        body: { id, customerId: reem },
        headers: { 'idempotency-key': `give ${id}` },
      })
    ).body;
  const outcomes = [];
  for (const id of devices) outcomes.push((await give(id)).word ?? 'done');
  expect(outcomes.filter((word) => word === 'done')).toHaveLength(58);
  expect([outcomes[7], outcomes[31]]).toEqual(['device-installed', 'device-installed']);
  const owned = await query(
    `SELECT count(*)::integer FROM device WHERE company_id = $1 AND state = 'inventory' AND serial IN (SELECT serial FROM device WHERE id = ANY ($2))`,
    [reem, devices],
  );
  expect(owned[0].count).toBe(58);
  const mailed = async () =>
    (await query("SELECT recipient, subject FROM mail_outbox WHERE subject ~ 'device' ORDER BY recipient")).map(
      ({ recipient, subject }) => `${recipient} ${subject}`,
    );
  await query('DELETE FROM mail_outbox');
  // The batch may still go on.
  await mailHandOvers(app.kit);
  expect(await mailed()).toEqual([]);
  await query("UPDATE device_hand_over SET created_at = created_at - interval '3 minutes'");
  await Promise.all([mailHandOvers(app.kit), mailHandOvers(app.kit)]);
  expect(await mailed()).toEqual([
    'customer@rasid.test 58 devices are now yours',
    'integrator@rasid.test 58 devices have a new owner',
  ]);
  // A repetition of an answered call gets the first answer.
  expect((await give(devices[0])).data.company.id).toBe(reem);
  // The two are given once they were taken out.
  await query("UPDATE device SET state = 'inventory' WHERE id = $1", [devices[7]]);
  const again = await integrator.call('PATCH', '/device/owner', { body: { id: devices[7], customerId: reem } });
  expect(again.status).toBe(200);
});
