import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { type Rasid, rasid } from '#main/testing.ts';
import { doDue, dueBacklog, dueBatch, dueWork, startDue } from './due.ts';
import { inSystem } from './postgres/database.ts';

type Task = { id: number; name: string };

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
  await app.kit.pool.query(`
    CREATE TABLE due_task (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, at timestamptz, done integer NOT NULL DEFAULT 0);
    SELECT rasid_system_table('due_task')`);
});
afterAll(() => app.close());
beforeEach(() => app.kit.pool.query('DELETE FROM due_task'));

const add = (name: string, inSeconds: number, count = 1) =>
  app.kit.pool.query(
    "INSERT INTO due_task (name, at) SELECT $1, now() + $2 * interval '1 second' FROM generate_series(1, $3)",
    [name, inSeconds, count],
  );
const tasks = async () =>
  (await app.kit.pool.query('SELECT name, done, at IS NULL AS ended, at > now() AS later FROM due_task ORDER BY id'))
    .rows;
const rows = { table: 'due_task', at: 'at' };
const finish = dueWork<Task>('tasks', rows, async ({ tx }, { id }) => {
  await sql`UPDATE due_task SET done = done + 1, at = NULL WHERE id = ${id}`.execute(tx);
});

test('each row that is due is worked on once by any number of workers, and the others wait', async () => {
  await add('now', -1, 60);
  await add('later', 60);
  await Promise.all([doDue(app.kit, [finish]), doDue(app.kit, [finish]), doDue(app.kit, [finish])]);
  const [all, later] = [await tasks(), (await tasks()).at(-1)];
  expect(all.slice(0, 60)).toEqual(
    Array.from({ length: 60 }, () => ({ name: 'now', done: 1, ended: true, later: null })),
  );
  expect(later).toMatchObject({ name: 'later', done: 0, later: true });
});

test('the row that has been due for the longest comes first', async () => {
  await add('second', -5);
  await add('first', -50);
  const order: string[] = [];
  const listed = dueWork<Task>('tasks', rows, async ({ tx }, { id, name }) => {
    order.push(name);
    await sql`UPDATE due_task SET at = NULL WHERE id = ${id}`.execute(tx);
  });
  await doDue(app.kit, [listed]);
  expect(order).toEqual(['first', 'second']);
});

test('a row whose work fails is undone and tried again later, and does not hold up the others', async () => {
  await add('broken', -9);
  await add('whole', -1);
  let tries = 0;
  const breaks = dueWork<Task>('tasks', rows, async ({ tx }, { id, name }) => {
    await sql`UPDATE due_task SET done = done + 1, at = NULL WHERE id = ${id}`.execute(tx);
    if (name !== 'broken') return;
    tries += 1;
    throw new Error('broken');
  });
  await doDue(app.kit, [breaks]);
  expect(await tasks()).toEqual([
    { name: 'broken', done: 0, ended: false, later: false },
    { name: 'whole', done: 1, ended: true, later: null },
  ]);
  await doDue(app.kit, [breaks]);
  expect(tries).toBe(1);
});

test('work that fails again and again on a row is a warning until it succeeds', async () => {
  await add('broken', -9);
  let [tries, broken, minutes] = [0, true, 0];
  const breaks = dueWork<Task>('broken tasks', rows, async ({ tx }, { id }) => {
    await sql`UPDATE due_task SET at = NULL WHERE id = ${id}`.execute(tx);
    tries += 1;
    if (broken) throw new Error('broken');
  });
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + minutes * 60_000);
  const logged = vi.spyOn(app.kit.log, 'error');
  const stop = startDue(app.kit, [breaks]);
  const warns = async () => app.kit.readiness.warnings().some((text) => text.includes('broken tasks'));
  const tried = (times: number) =>
    eventually(
      async () => tries,
      (count) => count === times,
    );
  await tried(1);
  // From then on it waits for its second try.
  await eventually(
    async () => logged.mock.calls.length,
    (count) => count > 0,
  );
  expect(await warns()).toBe(false);
  minutes = 1.5;
  await tried(2);
  await eventually(warns, (warning) => warning);
  [broken, minutes] = [false, 3];
  await tried(3);
  await eventually(warns, (warning) => !warning);
  clock.mockRestore();
  logged.mockRestore();
  await stop();
});

test('a batch takes many rows at once, what comes first before the others, and after a failure each alone', async () => {
  await add('old', -9, 3);
  await add('broken', -5);
  await add('urgent', -1, 2);
  const batches: string[][] = [];
  const urgent = { ...rows, first: sql<boolean>`name = 'urgent'` };
  const finishAll = dueBatch<Task>('tasks', urgent, 4, async ({ tx }, taken) => {
    batches.push(taken.map(({ name }) => name));
    await sql`UPDATE due_task SET done = done + 1, at = NULL WHERE id = ANY (${taken.map(({ id }) => id)}::integer[])`.execute(
      tx,
    );
    if (taken.some(({ name }) => name === 'broken')) throw new Error('broken');
  });
  await doDue(app.kit, [finishAll]);
  expect(batches).toEqual([['urgent', 'urgent', 'old', 'old'], ['old', 'broken'], ['old'], ['broken']]);
  expect((await tasks()).map(({ name, done }) => [name, done])).toEqual([
    ['old', 1],
    ['old', 1],
    ['old', 1],
    ['broken', 0],
    ['urgent', 1],
    ['urgent', 1],
  ]);
});

test('a row that its work leaves due is not taken again and again', async () => {
  await add('forgotten', -1);
  let runs = 0;
  const forgets = dueWork<Task>('tasks', rows, async () => {
    runs += 1;
  });
  await doDue(app.kit, [forgets]);
  expect(runs).toBe(1);
});

test('a row whose next time has passed as well is worked on again at once', async () => {
  await add('late', -25);
  const steps = dueWork<Task>('tasks', rows, async ({ tx }, { id }) => {
    await sql`UPDATE due_task SET done = done + 1, at = at + interval '10 seconds' WHERE id = ${id}`.execute(tx);
  });
  await doDue(app.kit, [steps]);
  expect(await tasks()).toMatchObject([{ done: 3, later: true }]);
});

test('rows are due some time after their time, and only those that fit the condition', async () => {
  await add('young', -100);
  await add('old', -1000);
  await add('other', -1000);
  const after = { ...rows, afterSeconds: 600, where: sql`name <> 'other'` };
  const done: string[] = [];
  const work = dueWork<Task>('tasks', after, async ({ tx }, { id, name }) => {
    done.push(name);
    await sql`UPDATE due_task SET at = NULL WHERE id = ${id}`.execute(tx);
  });
  expect(await inSystem(app.kit.db, dueBacklog(work).read)).toMatchObject({ waiting: 1 });
  await doDue(app.kit, [work]);
  expect(done).toEqual(['old']);
});

test('work begins by itself when a row becomes due, although one kind of work fails and another takes long', async () => {
  const fails = dueWork('failing tasks', rows, () => Promise.reject(new Error('broken')));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const waits = dueWork<Task>('waiting tasks', { ...rows, where: sql`name = 'long'` }, () => released);
  await add('long', -1);
  await add('soon', 0.3);
  const stop = startDue(app.kit, [waits, fails, { ...finish, rows: { ...rows, where: sql`name = 'soon'` } }]);
  await eventually(tasks, ([, task]) => task.done === 1);
  release();
  await stop();
});
