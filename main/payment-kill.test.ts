import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './test-device.ts';
import { spawnServer, type TestServer } from './test-servers.ts';
import { demoDatabase, demoPassword } from './testing.ts';

let database: { url: string; drop(): Promise<void> };
let pool: pg.Pool;
let server: TestServer | undefined;
const folder = mkdtempSync(join(tmpdir(), 'rasid-payment-kill-'));

beforeAll(async () => {
  database = await demoDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  // Dropping the database ends connections that the pool is still closing.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await server?.kill('SIGTERM');
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<TestServer> {
  server = await spawnServer({ DATABASE_URL: database.url, DATA_DIR: folder, PAYMENT_SANDBOX: '1' });
  await server.ready;
  return server;
}
async function send(path: string, body: object | null, token = '') {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const address = `http://127.0.0.1:${server?.port}/api${path}`;
  const init = body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(address, init)).json()).data;
}
const signIn = async (email: string): Promise<string> =>
  (await send('/auth/login', { email, password: demoPassword })).token;

type Begun = { orderId: number; clientSecret: string; reference: string };

/** Orders of the buyer whose payment by card has begun. */
async function begin(count: number): Promise<Begun[]> {
  const [seller, buyer] = [await signIn('super@rasid.test'), await signIn('other@rasid.test')];
  const company = (await send('/session', null, buyer)).company.id;
  const [product] = await send('/product?kind=sms-package&limit=1', null);
  const orders = [{ type: 'core-sms-packages', app: 'core', packages: [{ id: product.id, qty: 1 }] }];
  const begun: Begun[] = [];
  for (let n = 0; n < count; n++) {
    const { hash } = await send(`/company/${company}/order/validate`, { orders }, seller);
    const order = await send(`/company/${company}/order`, { orders, hash }, seller);
    begun.push(await send('/payment', { orderId: order.id }, buyer));
  }
  return begun;
}

const enter = ({ clientSecret }: Begun) =>
  send('/payment/sandbox/confirm', { clientSecret, card: '4242424242424242' }).catch(() => undefined);
const chargesOf = async (begun: readonly Begun[]): Promise<number> =>
  (
    await pool.query('SELECT count(*)::integer AS n FROM sandbox_charge WHERE ref = ANY ($1)', [
      begun.map(({ reference }) => reference),
    ])
  ).rows[0].n;

/** Lets the time pass after which open payments are asked about: at most a minute, and one more until the job runs. */
async function passTwoMinutes(orders: readonly number[]): Promise<void> {
  const open = `order_id = ANY ($1) AND state IN ('created', 'pending')`;
  const late = await pool.query(
    `SELECT FROM payment WHERE ${open} AND checks = 0 AND check_at > now() + interval '1 minute'`,
    [orders],
  );
  const job = await pool.query(`SELECT cron FROM jobs.schedule WHERE name = 'orders.reconcile'`);
  expect([late.rowCount, job.rows]).toEqual([0, [{ cron: '* * * * *' }]]);
  await pool.query(`UPDATE payment SET check_at = now() WHERE ${open}`, [orders]);
  const boss = new PgBoss({ connectionString: database.url, schema: 'jobs', supervise: false, schedule: false });
  await boss.start();
  await boss.send('orders.reconcile', {});
  await boss.stop({ graceful: false });
}

test('of twenty payments whose server is killed between charge and commit, none is charged twice and each order is paid within two minutes', async () => {
  let running = await start();
  const all: Begun[] = [];
  for (const count of [10, 10]) {
    const begun = await begin(count);
    all.push(...begun);
    const ids = begun.map(({ orderId }) => orderId);
    // The orders are locked: cards are charged, but no order can change.
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM orders WHERE id = ANY ($1) FOR UPDATE', [ids]);
    const entered = begun.map(enter);
    await eventually(
      () => chargesOf(begun),
      (charged) => charged === count,
    );
    await running.kill('SIGKILL');
    await Promise.all(entered);
    await holder.query('ROLLBACK');
    holder.release();
    const paid = await pool.query(`SELECT FROM orders WHERE id = ANY ($1) AND payment_status = 'paid'`, [ids]);
    expect(paid.rowCount).toBe(0);
    running = await start();
    // Some buyers send the form again.
    await Promise.all(begun.slice(0, 5).map(enter));
  }
  const orders = all.map(({ orderId }) => orderId);
  await passTwoMinutes(orders);
  const unpaid = async () =>
    (await pool.query(`SELECT id FROM orders WHERE id = ANY ($1) AND payment_status <> 'paid'`, [orders])).rowCount;
  await eventually(unpaid, (left) => left === 0, 30_000);
  expect(await chargesOf(all)).toBe(20);
}, 240_000);
