import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { level } from '../../common/rule.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const migration = readFileSync(
  new URL('../../../alarms/server/migrations/0022_rule_levels.sql', import.meta.url),
  'utf8',
);
/** The statements that turn stored rules into rules with levels. */
const conversion = migration
  .slice(migration.indexOf('CREATE FUNCTION alarm_condition_with_band'), migration.indexOf('RESET ROLE'))
  .replace('SET LOCAL ROLE rasid_all;', '');

test('the migration to levels keeps the conditions, bands and triggers of rules', async () => {
  const client = await app.kit.pool.connect();
  await client.query(`BEGIN;
    CREATE TEMP TABLE alarm_rule (id integer, kind text, severity alarm_severity, condition jsonb, trigger jsonb, hysteresis float, name text, levels jsonb) ON COMMIT DROP;
    INSERT INTO alarm_rule (id, kind, severity, condition, trigger, hysteresis) VALUES
      (1, 'level-high', 'problem', '{"sensor": "level", "is": ">", "value": 3}', '{"type": "simple"}', 0.1),
      (2, 'air-quality', 'poor', '{"any": [{"sensor": "co2", "is": ">", "value": 1200}, {"all": [{"sensor": "leak", "is": "=", "value": true}]}]}', '{"type": "duration", "seconds": 60}', 50),
      (3, 'no-reading', 'ok', NULL, '{"type": "no-data", "seconds": 600}', 0),
      (4, 'without-condition', 'ok', NULL, '{"type": "simple"}', 0)`);
  await client.query(conversion);
  const { rows } = await client.query('SELECT id, name, levels FROM alarm_rule ORDER BY id');
  await client.query('ROLLBACK');
  client.release();
  const simple = { type: 'simple' };
  expect(rows).toEqual([
    {
      id: 1,
      name: 'Level High',
      levels: [
        { severity: 'problem', condition: { sensor: 'level', is: '>', value: 3, clearBand: 0.1 }, trigger: simple },
      ],
    },
    {
      id: 2,
      name: 'Air Quality',
      levels: [
        {
          severity: 'poor',
          condition: {
            any: [
              { sensor: 'co2', is: '>', value: 1200, clearBand: 50 },
              { all: [{ sensor: 'leak', is: '=', value: true }] },
            ],
          },
          trigger: { type: 'duration', seconds: 60 },
        },
      ],
    },
    {
      id: 3,
      name: 'No Reading',
      levels: [{ severity: 'ok', condition: { noDataFrom: null, seconds: 600 }, trigger: simple }],
    },
  ]);
  for (const row of rows) for (const one of row.levels) expect(level.safeParse(one).error).toBeUndefined();
});
