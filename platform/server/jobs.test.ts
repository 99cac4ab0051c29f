import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { type Rasid, rasid } from '#main/testing.ts';
import { inSystem, inTenant, systemScope } from './postgres/database.ts';

let app: Rasid;
const done: number[] = [];
beforeAll(async () => {
  app = await rasid();
  await app.kit.jobs.work<{ n: number }>('test.numbers', async ({ n }) => void done.push(n));
});
afterAll(() => app.close());

test('a job of a transaction runs after the commit, and never after a rollback', async () => {
  const { db, jobs } = app.kit;
  const send = (n: number, fails: boolean) =>
    inSystem(db, async (tx) => {
      await jobs.send({ tx, actor: null }, 'test.numbers', { n });
      if (fails) throw new Error('rolled back');
    });
  await expect(send(1, true)).rejects.toThrow('rolled back');
  await send(2, false);
  await eventually(
    async () => done,
    (numbers) => numbers.includes(2),
  );
  expect(done).toEqual([2]);
});

test('a job can be enqueued in the transaction of a request, whose role cannot access the queue’s tables', async () => {
  const scope = { ...systemScope, companies: [1] };
  await inTenant(app.kit.people.db, scope, (tx) =>
    app.kit.jobs.send({ tx, actor: { scope } }, 'test.numbers', { n: 3 }),
  );
  await eventually(
    async () => done,
    (numbers) => numbers.includes(3),
  );
});

test('jobs start as soon as their transaction is committed, and those that wait follow at once', async () => {
  const started = Date.now();
  for (let n = 100; n < 110; n++) {
    await inSystem(app.kit.db, (tx) => app.kit.jobs.send({ tx, actor: null }, 'test.numbers', { n }));
    await eventually(
      async () => done,
      (numbers) => numbers.includes(n),
    );
  }
  await inSystem(app.kit.db, async (tx) => {
    for (let n = 110; n < 120; n++) await app.kit.jobs.send({ tx, actor: null }, 'test.numbers', { n });
  });
  await eventually(
    async () => done,
    (numbers) => numbers.length === 22,
  );
  // Polling once per second would take twenty.
  expect(Date.now() - started).toBeLessThan(10_000);
});

test('schedules of an older version end', async () => {
  const names = async () =>
    (await app.kit.pool.query('SELECT name FROM jobs.schedule ORDER BY 1')).rows.map(({ name }) => name);
  await app.kit.jobs.work('test.old', async () => undefined);
  await app.kit.pool.query("INSERT INTO jobs.schedule (name, cron, timezone) VALUES ('test.old', '* * * * *', 'UTC')");
  await app.kit.jobs.schedule('test.new', '1 1 1 1 *', async () => undefined);
  await app.kit.jobs.endOtherSchedules();
  expect(await names()).toEqual(['test.new']);
});
