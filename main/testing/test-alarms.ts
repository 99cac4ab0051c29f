import type { Rasid } from '../testing.ts';
import { eventually } from './test-device.ts';

/** Lets the members of the permission groups of the sample app read the alarms of all sites, and of no site. */
export async function readAllSites({ kit }: Rasid): Promise<void> {
  await kit.pool.query(
    "INSERT INTO permission_group_resource (group_id, resource, company_id) SELECT id, '*', company_id FROM permission_group WHERE app_id = 'sample' ON CONFLICT DO NOTHING",
  );
}

/**
 * Resolves when the rules that are new or have changed were checked against the latest values. A check that is still due
 * raises alarms between two messages of a test.
 */
export async function rulesChecked({ kit }: Rasid): Promise<void> {
  const due = async (): Promise<number> =>
    (await kit.pool.query('SELECT count(*)::integer AS n FROM alarm_judgement WHERE due_at <= now()')).rows[0].n;
  await eventually(due, (n) => n === 0);
}

let raisedCount = 0;
type Raised = { userId: number; kind?: string; severity?: string; class?: string };

/** Raises an alarm of the sample app in the company of the person. Returns its id. */
export async function raiseSample({ kit }: Rasid, { userId, ...alarm }: Raised): Promise<number> {
  const { kind = 'level-high', severity = 'problem', class: name = 'operational' } = alarm;
  const raised = await kit.pool.query(
    `WITH raised AS (
       INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, first_at, last_at)
       SELECT company_id, 'sample', $2, $3, $4, 'space', $5::integer, 'Space ' || $5::integer, now(), now() FROM users WHERE id = $1 RETURNING id, company_id)
     INSERT INTO alarm_event (alarm_id, company_id, action) SELECT id, company_id, 'raised' FROM raised RETURNING alarm_id`,
    [userId, name, kind, severity, ++raisedCount],
  );
  return raised.rows[0].alarm_id as number;
}
