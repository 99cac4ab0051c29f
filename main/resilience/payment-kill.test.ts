import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Attempt } from '#core/orders/common/payment.ts';
import { eventually } from '../testing/test-device.ts';
import { orderTest } from '../testing/test-orders.ts';

let t: Awaited<ReturnType<typeof orderTest>>;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  t = await orderTest('other@rasid.test', undefined, { start: true });
});
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await t.app.close();
});

const payments = 20;
/** Payments of one process, all of which it has charged when it is killed. */
const ofProcess = 5;
const query = (text: string, values: unknown[] = []) => t.app.kit.pool.query(text, values);
const chargesOf = async (begun: readonly Attempt[]): Promise<number> =>
  (
    await query('SELECT count(*)::integer AS n FROM sandbox_charge WHERE ref = ANY ($1)', [
      begun.map(({ reference }) => reference),
    ])
  ).rows[0].n;

/** Charges cards in a process of their own, which is killed before the orders can change. */
async function chargeAndKill(): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (let n = 0; n < ofProcess; n++) attempts.push(await t.startCard(await t.place(1)));
  const orders = attempts.map(({ orderId }) => orderId);
  const child = fork(fileURLToPath(new URL('./payment-process.ts', import.meta.url)), {
    env: {
      ...process.env,
      DATABASE_URL: t.app.kit.pool.options.connectionString as string,
      SIGNING_KEY: Buffer.from(t.app.kit.secrets.signing).toString('hex'),
    },
  });
  processes.push(child);
  await once(child, 'message');
  // The orders are locked: the cards are charged, but the orders cannot change.
  const holder = await t.app.kit.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM orders WHERE id = ANY ($1) FOR UPDATE', [orders]);
    for (const { clientSecret } of attempts) child.send(clientSecret as string);
    await eventually(
      () => chargesOf(attempts),
      (charged) => charged === ofProcess,
    );
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect([child.signalCode, await countUnpaid(orders)]).toEqual(['SIGKILL', ofProcess]);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  return attempts;
}

const countUnpaid = async (orders: readonly number[]): Promise<number | null> =>
  (await query(`SELECT FROM orders WHERE id = ANY ($1) AND payment_status <> 'paid'`, [orders])).rowCount;

/** Lets the time pass after which open payments are asked about: at most a minute, and one more until the job runs. */
async function passTwoMinutes(orders: readonly number[]): Promise<void> {
  const open = `order_id = ANY ($1) AND state IN ('created', 'pending')`;
  const late = await query(
    `SELECT FROM payment WHERE ${open} AND checks = 0 AND check_at > now() + interval '1 minute'`,
    [orders],
  );
  const job = await query(`SELECT cron FROM jobs.schedule WHERE name = 'orders.reconcile'`);
  expect([late.rowCount, job.rows]).toEqual([0, [{ cron: '* * * * *' }]]);
  await query(`UPDATE payment SET check_at = now() WHERE ${open}`, [orders]);
  const connectionString = t.app.kit.pool.options.connectionString as string;
  const boss = new PgBoss({ connectionString, schema: 'jobs', supervise: false, schedule: false });
  await boss.start();
  await boss.send('orders.reconcile', {});
  await boss.stop({ graceful: false });
}

test('none of twenty payments whose process is killed between charge and commit is charged twice, and each order is paid within two minutes', async () => {
  const all: Attempt[] = [];
  while (all.length < payments) all.push(...(await chargeAndKill()));
  const orders = all.map(({ orderId }) => orderId);
  // Some buyers send the form again.
  await Promise.all(all.slice(0, 5).map((attempt) => t.enter(attempt)));
  await passTwoMinutes(orders);
  await eventually(
    () => countUnpaid(orders),
    (left) => left === 0,
    60_000,
  );
  expect(await chargesOf(all)).toBe(payments);
});
