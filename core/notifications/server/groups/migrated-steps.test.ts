import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const migration = readFileSync(
  new URL('../../../alarms/server/migrations/0052_one_engine.sql', import.meta.url),
  'utf8',
);
const conversion = migration.slice(migration.indexOf('UPDATE notification_group'), migration.indexOf('RESET ROLE'));

test('the migration to seconds keeps the order, times and recipients of escalation steps', async () => {
  const client = await app.kit.pool.connect();
  await client.query(`BEGIN;
    CREATE TEMP TABLE notification_group (id integer, escalation jsonb) ON COMMIT DROP;
    INSERT INTO notification_group VALUES (1, '[]'),
      (2, '[{"afterMinutes": 15, "users": [7], "groups": [], "methods": ["email"]}, {"afterMinutes": 5, "users": [], "groups": [8], "methods": ["sms"]}]')`);
  await client.query(conversion);
  const { rows } = await client.query('SELECT id, escalation FROM notification_group ORDER BY id');
  await client.query('ROLLBACK');
  client.release();
  expect(rows).toEqual([
    { id: 1, escalation: [] },
    {
      id: 2,
      escalation: [
        { afterSeconds: 900, users: [7], groups: [], methods: ['email'] },
        { afterSeconds: 300, users: [], groups: [8], methods: ['sms'] },
      ],
    },
  ]);
});
