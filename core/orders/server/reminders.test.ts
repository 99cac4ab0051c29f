import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderTest } from '#main/testing/test-orders.ts';
import type { DeployUnit } from '../common/deployment.ts';
import { sendReminders } from './reminders.ts';

let t: Awaited<ReturnType<typeof orderTest>>;
beforeAll(async () => {
  t = await orderTest();
});
afterAll(() => t.app.close());

const query = (text: string, values: unknown[] = []) => t.app.kit.pool.query(text, values);
const subjectsTo = async (address: string, part: string): Promise<string[]> => {
  const found = await query('SELECT subject FROM mail_outbox WHERE recipient = $1 AND subject LIKE $2 ORDER BY id', [
    address,
    `%${part}%`,
  ]);
  return found.rows.map(({ subject }) => subject);
};
const remind = async () => {
  await sendReminders(t.app.kit);
  await sendReminders(t.app.kit);
};

/** An order of devices of the sample app that is paid. */
async function paidDevices(qty: number) {
  const { rows } = await query(
    `INSERT INTO company_address (company_id, label, recipient, phone, country_id) VALUES ($1, $2, 'Khalid', '+971501234567', 233) RETURNING id`,
    [t.company, randomUUID().slice(0, 8)],
  );
  const addressId = rows[0].id;
  const option = (await query(`SELECT id FROM market_product WHERE sku = 'SAMPLE-SHORT'`)).rows[0].id;
  const device = { id: 90101, solutionId: 901, qty, products: [option] };
  const orders = [{ type: 'sample-hardware', app: 'sample', devices: [device] }];
  const path = `/company/${t.company}/order`;
  const { hash } = (await t.seller.call('POST', `${path}/validate?addressId=${addressId}`, { body: { orders } })).body
    .data;
  const headers = { 'idempotency-key': randomUUID() };
  const order = (await t.seller.call('POST', path, { body: { orders, hash, addressId }, headers })).body.data;
  await t.enter(await t.startCard(order));
  return t.order(order);
}

test('units that could not be deployed for a day are reported to the Super Admins, once', async () => {
  const order = await paidDevices(3);
  const units = order.units.map(({ id }, at) => ({ unitId: id, serial: `no serial ${at}` }));
  const deployed = await t.seller.call('POST', `/order/${order.id}/deploy`, { body: { units: units.slice(0, 2) } });
  expect(deployed.body.data.map(({ state }: DeployUnit) => state)).toEqual(['error', 'error']);
  await remind();
  expect(await subjectsTo('super@rasid.test', order.number)).not.toContainEqual(expect.stringMatching(/could not/));
  await query(`UPDATE deploy_unit SET error_at = now() - interval '25 hours' WHERE order_id = $1 AND state = 'error'`, [
    order.id,
  ]);
  await remind();
  expect(await subjectsTo('super@rasid.test', 'could not be deployed')).toEqual([
    `2 units of ${order.number} could not be deployed`,
  ]);
});

test('people who may install devices of the app are notified that they are ready, and those of other groups are not', async () => {
  const people = await query(
    `INSERT INTO users (company_id, email, first_name, last_name, role, locale, status, password_hash)
     SELECT $1, name || '@ready.test', name, 'Ready', 'Operator', 'ar', 'active', '' FROM unnest('{installs,reads}'::text[]) name RETURNING id, email`,
    [t.company],
  );
  for (const { id, email } of people.rows)
    await query(
      `WITH g AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, 'sample', $3) RETURNING id),
            m AS (INSERT INTO permission_group_member (group_id, user_id, company_id) SELECT id, $2, $1 FROM g)
       INSERT INTO permission_group_grant (group_id, entity, actions, company_id) SELECT id, 'device', $4, $1 FROM g`,
      [t.company, id, email, email.startsWith('installs') ? ['read', 'install'] : ['read']],
    );
  const order = await paidDevices(1);
  const [unit] = order.units;
  const units = [{ unitId: unit?.id, serial: '70B3D5AB0001' }];
  const done = await t.seller.call('POST', `/order/${order.id}/deploy`, { body: { units } });
  expect(done.body.data[0]).toMatchObject({ state: 'done' });
  expect(await subjectsTo('installs@ready.test', '')).toEqual(['جهاز واحد جاهز للتركيب']);
  expect(await subjectsTo('reads@ready.test', '')).toEqual([]);
});
