import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { doDue } from '#platform/server/due.ts';
import { beginRetention, retentionDue } from '#platform/server/retention/run-retention.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

/** Inserts an alarm with one entry in its timeline; returns its id. */
async function alarm(firstDaysAgo: number, closedDaysAgo: number | null): Promise<number> {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, first_at, last_at, closed_at, disposition)
     SELECT company_id, app, 'operational', 'offline', 'poor', id, solution_id, now() - $1 * interval '1 day', now() - $1 * interval '1 day',
            now() - $2 * interval '1 day', CASE WHEN $2::integer IS NULL THEN 'open' ELSE 'terminated' END
       FROM device WHERE company_id = 2 ORDER BY id LIMIT 1 RETURNING id, company_id`,
    [firstDaysAgo, closedDaysAgo],
  );
  const [{ id, company_id }] = rows;
  await app.kit.pool.query("INSERT INTO alarm_event (alarm_id, company_id, action) VALUES ($1, $2, 'raised')", [
    id,
    company_id,
  ]);
  return id;
}

test('alarms closed two years ago go with their timelines, open and younger ones stay', async () => {
  const gone = await alarm(800, 731);
  const young = await alarm(800, 729);
  const open = await alarm(800, null);
  await beginRetention(app.kit);
  await doDue(app.kit, [retentionDue]);
  const { rows } = await app.kit.pool.query(
    `SELECT a.id, (SELECT count(*)::integer FROM alarm_event e WHERE e.alarm_id = a.id) AS events
       FROM unnest($1::integer[]) WITH ORDINALITY named (id, at) JOIN alarm a USING (id) ORDER BY at`,
    [[gone, young, open]],
  );
  expect(rows).toEqual([
    { id: young, events: 1 },
    { id: open, events: 1 },
  ]);
  const left = await app.kit.pool.query('SELECT FROM alarm_event WHERE alarm_id = $1', [gone]);
  expect(left.rowCount).toBe(0);
});
