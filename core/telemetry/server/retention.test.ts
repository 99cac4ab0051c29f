import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { deleteReadingsWithoutToken } from './retention.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

/** Adds a device with readings 100 and 10 days old, and returns the ages in days of those that remain. */
async function remainingDays(token: string): Promise<number[]> {
  const { pool } = app.kit;
  const inserted = await pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, created_at, has_token, activation_at)
     SELECT company_id, 'sample', 901, 90101, 'Kept', 'KEPT' || gen_random_uuid(), now() - interval '1 year', true, now() - interval '1 year'
       FROM users WHERE email = 'customer@rasid.test' RETURNING id`,
  );
  const { id } = inserted.rows[0];
  await pool.query(`UPDATE device SET ${token} WHERE id = $1`, [id]);
  await pool.query(
    "INSERT INTO reading (device_id, sensor_id, time, value) SELECT $1, 9001, now() - days * interval '1 day', 1 FROM unnest(ARRAY[100, 10]) days",
    [id],
  );
  await deleteReadingsWithoutToken(app.kit);
  const { rows } = await pool.query(
    'SELECT round(extract(epoch FROM now() - time) / 86400)::integer AS days FROM reading WHERE device_id = $1 ORDER BY 1',
    [id],
  );
  return rows.map(({ days }) => days);
}

test.each([
  ['an active token', 'has_token = true', [10, 100]],
  ['no token', 'has_token = false', [10]],
  ['a token that was never activated', 'activation_at = NULL', [10]],
  ['a token that begins tomorrow', "activation_at = now() + interval '1 day'", [10]],
  ['a token that expired a month ago', "expiration_at = now() - interval '30 days'", [10, 100]],
  ['a token that expired four months ago', "expiration_at = now() - interval '120 days'", [10]],
  ['a token that was blocked today', 'token_blocked = true', [10, 100]],
])('retention keeps the right readings of a device with %s', async (_, token, days) => {
  expect(await remainingDays(token)).toEqual(days);
});

test('old readings of devices with a long blocked token are deleted, for any number of devices', async () => {
  await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial)
     SELECT company_id, 'sample', 901, 90101, 'Many', 'MANY' || n FROM users, generate_series(1, 450) n WHERE email = 'customer@rasid.test'`,
  );
  await app.kit.pool.query(
    "INSERT INTO reading (device_id, sensor_id, time, value) SELECT id, 9001, now() - interval '95 days', 1 FROM device WHERE name = 'Many'",
  );
  const blocked = await app.kit.pool.query(
    "UPDATE device SET token_blocked = true WHERE id = (SELECT id FROM device WHERE has_token AND app = 'sample' ORDER BY id LIMIT 1) RETURNING id",
  );
  const { id } = blocked.rows[0];
  // The change log is read-only, even for its owner, unless row-level security is no longer forced.
  await app.kit.pool.query('ALTER TABLE change_log NO FORCE ROW LEVEL SECURITY');
  await app.kit.pool.query(
    "UPDATE change_log SET at = now() - interval '91 days' WHERE table_name = 'device' AND row_id = $1 AND action = 'update'",
    [String(id)],
  );
  await app.kit.pool.query('ALTER TABLE change_log FORCE ROW LEVEL SECURITY');
  await app.kit.pool.query(
    "INSERT INTO reading (device_id, sensor_id, time, value) VALUES ($1, 9001, now() - interval '95 days', 1)",
    [id],
  );
  await deleteReadingsWithoutToken(app.kit);
  const { rows } = await app.kit.pool.query(
    "SELECT count(*)::integer AS n FROM reading WHERE time < now() - interval '90 days' AND (device_id = $1 OR device_id IN (SELECT id FROM device WHERE name = 'Many'))",
    [id],
  );
  expect(rows[0].n).toBe(0);
});
