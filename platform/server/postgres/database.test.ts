import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import {
  bypassRls,
  type DatabaseHandle,
  inSnapshot,
  inSystemAtOnce,
  inTenant,
  openDatabase,
  queryText,
  type Scope,
  type Tx,
} from './database.ts';
import { databaseRefusal } from './database-refusal.ts';

const tenant: Scope = { companies: [1], userId: null, actingFor: null };
let database: DatabaseHandle;

beforeAll(() => {
  database = openDatabase(inject('databaseUrl'), { max: 1, statementMs: 100, lockMs: 100, waitMs: 100 });
});
afterAll(() => database.close());

/** The texts that reach the connection of the database while `work` runs. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  const client = await database.pool.connect();
  client.release();
  const sent = vi.spyOn(client, 'query');
  await work();
  const { calls } = sent.mock;
  sent.mockRestore();
  return calls.map(([query]) => {
    const { text = '' } = typeof query === 'string' ? { text: query } : (query as { text?: string });
    return text;
  });
}

test('a transaction begins in one round trip with its settings, and takes one to end', async () => {
  const sent = await sentBy(() => inTenant(database.db, tenant, roleOf));
  expect(sent).toEqual([
    expect.stringMatching(/^BEGIN; SELECT set_config\('role', 'rasid_app', true\)[^;]*$/),
    'SELECT current_user AS role',
    'COMMIT',
  ]);
});

describe('a snapshot', () => {
  const add = sql`INSERT INTO noted VALUES (2)`;
  const noted = async (tx: Tx) => (await sql<{ n: number }>`SELECT n FROM noted`.execute(tx)).rows;
  let others: DatabaseHandle;
  beforeAll(async () => {
    others = openDatabase(inject('databaseUrl'));
    await others.pool.query('CREATE TABLE noted (n integer); INSERT INTO noted VALUES (1)');
    await others.pool.query('GRANT ALL ON noted TO rasid_app');
  });
  afterAll(async () => {
    await others.pool.query('DROP TABLE noted');
    await others.close();
  });

  test('sees the data as of its first statement', async () => {
    await inSnapshot(database.db, tenant, { statementMs: 1000 }, async (tx) => {
      expect(await noted(tx)).toEqual([{ n: 1 }]);
      await add.execute(others.db);
      expect(await noted(tx)).toEqual([{ n: 1 }]);
    });
  });

  test('cannot write', async () => {
    const writing = inSnapshot(database.db, tenant, { statementMs: 1000 }, (tx) => add.execute(tx));
    await expect(writing).rejects.toThrow('read-only transaction');
  });

  test('ends a statement that takes too long', async () => {
    const slow = inSnapshot(database.db, tenant, { statementMs: 20 }, (tx) => sql`SELECT pg_sleep(5)`.execute(tx));
    await expect(slow).rejects.toMatchObject({ code: '57014' });
  });
});

test('a named statement is prepared once per connection', async () => {
  const one = { name: 'one-of-two', text: 'SELECT $1::integer AS "camelCase", 2 AS two_words', values: [1] };
  const prepared = await inTenant(database.db, tenant, async (tx) => {
    const { rows, rowCount } = await queryText(tx, one);
    expect({ rows, rowCount }).toEqual({ rows: [{ camelCase: 1, two_words: 2 }], rowCount: 1 });
    await queryText(tx, one);
    return queryText(tx, {
      text: "SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE name = 'one-of-two'",
    });
  });
  expect(prepared.rows).toEqual([{ runs: 2 }]);
});

test('instants are read as ISO strings in UTC, whatever zone the connection writes them in', async () => {
  const instants = `ARRAY['2026-01-31 08:00+00', '2026-01-31 08:00:00.25+00', '2026-12-31 23:59:59.999999+00']::timestamptz[]`;
  for (const zone of ['UTC', 'Asia/Kathmandu']) {
    const { rows } = await inTenant(database.db, tenant, async (tx) => {
      await sql`SELECT set_config('timezone', ${zone}, true)`.execute(tx);
      return sql<{ at: string }>`SELECT unnest(${sql.raw(instants)}) AS at`.execute(tx);
    });
    expect(rows.map(({ at }) => at)).toEqual([
      '2026-01-31T08:00:00.000Z',
      '2026-01-31T08:00:00.250Z',
      '2026-12-31T23:59:59.999Z',
    ]);
  }
});

test('a connection whose transaction cannot be ended is closed, and the first error is thrown', async () => {
  const impatient = openDatabase(inject('databaseUrl'), { max: 1, answerMs: 1000 });
  const backend = async () => (await impatient.pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid as number;
  const before = await backend();
  const slow = inTenant(impatient.db, tenant, (tx) => sql`SELECT pg_sleep(5)`.execute(tx));
  await expect(slow).rejects.toThrow('Query read timeout');
  expect(await backend()).not.toBe(before);
  await impatient.close();
});

const roleOf = async (tx: Tx) => {
  const { rows } = await sql<{ role: string }>`SELECT current_user AS role`.execute(tx);
  return rows[0]?.role;
};

test('a tenant’s transaction returns to the tenant’s role when an error in bypassRls is caught', async () => {
  const [during, after, later] = await inTenant(database.db, tenant, async (tx) => {
    const seen: (string | undefined)[] = [];
    await bypassRls(tx, tenant, async () => {
      seen.push(await roleOf(tx));
      throw new Error('a refusal');
    }).catch(() => undefined);
    seen.push(await roleOf(tx));
    await bypassRls(tx, tenant, () => bypassRls(tx, tenant, () => roleOf(tx)));
    seen.push(await roleOf(tx));
    return seen;
  });
  expect([during, after, later]).toEqual(['rasid_all', 'rasid_app', 'rasid_app']);
});

test('after a failed statement and a rollback to a savepoint, a transaction continues in the tenant’s role', async () => {
  const role = await inTenant(database.db, tenant, async (tx) => {
    await sql`SAVEPOINT here`.execute(tx);
    await bypassRls(tx, tenant, () => sql`SELECT 1 / 0`.execute(tx)).catch(() => undefined);
    await sql`ROLLBACK TO SAVEPOINT here`.execute(tx);
    return roleOf(tx);
  });
  expect(role).toBe('rasid_app');
});

test('a concurrent bypassRls on the same transaction is an error', async () => {
  const twice = inTenant(database.db, tenant, (tx) =>
    Promise.all([bypassRls(tx, tenant, () => roleOf(tx)), bypassRls(tx, tenant, () => roleOf(tx))]),
  );
  await expect(twice).rejects.toThrow('bypassRls runs twice at once on one transaction');
});

const refused = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => new Error('it was not refused'),
    (failure: Error) => failure,
  );
  const { status, word } = databaseRefusal(error) ?? {};
  return [status, word];
};

test('a statement timeout and a connection timeout are refused with their own codes', async () => {
  expect(await refused(database.pool.query('SELECT pg_sleep(5)'))).toEqual([504, 'took-too-long']);
  const client = await database.pool.connect();
  expect(await refused(database.pool.query('SELECT 1'))).toEqual([503, 'try-again']);
  client.release();
  const nowhere = openDatabase('postgres://rasid@127.0.0.1:9/rasid');
  expect(await refused(nowhere.pool.query('SELECT 1'))).toEqual([503, 'database-away']);
  await nowhere.close();
});

test('a connection that the database ends while in use does not end the process', async () => {
  const client = await database.pool.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  await client.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  await ended;
  client.release();
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

describe('statements that go out at once', () => {
  let pipelining: DatabaseHandle;
  beforeAll(() => {
    pipelining = openDatabase(inject('databaseUrl'), { max: 1, role: 'rasid_app', pipeline: true });
  });
  afterAll(() => pipelining.close());
  const idOf = sql`SELECT pg_current_xact_id()::text AS id, current_user AS role`;

  test('run in one transaction of the system, and answer each with its rows', async () => {
    const [[first] = [], [value] = [], [last] = []] = await inSystemAtOnce(pipelining, [
      idOf,
      sql`SELECT ${7}::integer AS n`,
      idOf,
    ]);
    expect(first).toEqual({ id: last?.id, role: 'rasid_all' });
    expect(value).toEqual({ n: 7 });
    const [[later] = []] = await inSystemAtOnce(pipelining, [idOf]);
    expect(later?.id).not.toBe(first?.id);
    expect((await pipelining.pool.query('SELECT current_user AS role')).rows).toEqual([{ role: 'rasid_app' }]);
  });

  test('leave nothing when one of them fails, and the connection to the next', async () => {
    const lock = (n: number) => sql`SELECT pg_advisory_xact_lock(${n})`;
    const failing = inSystemAtOnce(pipelining, [lock(8_234_001), sql`SELECT 1 / 0`, lock(8_234_002)]);
    await expect(failing).rejects.toThrow('division by zero');
    const held = sql`SELECT count(*)::integer AS n FROM pg_locks WHERE locktype = 'advisory' AND objid IN (8234001, 8234002)`;
    expect(await inSystemAtOnce(pipelining, [held])).toEqual([[{ n: 0 }]]);
  });
});
