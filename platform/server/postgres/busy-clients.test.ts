import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { assertNoBusyClient } from './busy-clients.ts';
import { openDatabase } from './database.ts';

// All files of this project are watched, this one as well.
describe('a run of tests', () => {
  let client: pg.Client;
  beforeEach(async () => {
    client = new pg.Client(inject('databaseUrl'));
    await client.connect();
  });
  afterEach(() => client.end());

  test('fails if a connection is sent a statement before the last one is answered', async () => {
    await Promise.all([client.query('SELECT 1'), client.query({ text: 'SELECT 2' })]);
    expect(assertNoBusyClient).toThrow('the connection is busy when this is sent: SELECT 2');
    expect(assertNoBusyClient).not.toThrow();
  });

  test('names each of these statements', async () => {
    await Promise.all([client.query('SELECT 1'), client.query('SELECT 2'), client.query('SELECT 3')]);
    expect(assertNoBusyClient).toThrow(AggregateError);
  });

  test('accepts statements one after the other, also after one that failed', async () => {
    await client.query('SELECT 1');
    await expect(client.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
    await client.query('SELECT 2');
    await new Promise<void>((resolve) =>
      client.query('SELECT 3', () => void client.query('SELECT 4', () => resolve())),
    );
    expect(assertNoBusyClient).not.toThrow();
  });

  test('accepts concurrent statements of a pool and of a connection that pipelines', async () => {
    for (const pipeline of [false, true]) {
      const { pool, close } = openDatabase(inject('databaseUrl'), { max: 1, pipeline });
      await Promise.all([pool.query('SELECT 1'), pool.query('SELECT 2')]);
      const one = await pool.connect();
      if (pipeline) await Promise.all([one.query('SELECT 1'), one.query('SELECT 2')]);
      one.release();
      await close();
    }
    expect(assertNoBusyClient).not.toThrow();
  });
});
