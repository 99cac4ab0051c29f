import { doDue } from '../due.ts';
import type { Kit } from '../kit.ts';
import { beginRetention, retentionDue } from './run-retention.ts';

type Visit = { room?: number; days: number | null; visitor?: string; photo?: boolean };

/** Creates the table of the retentions of the test app Rooms. */
export async function createVisits({ pool }: Pick<Kit, 'pool'>): Promise<void> {
  await pool.query(`
    CREATE TABLE room_visit (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id integer NOT NULL, room integer NOT NULL,
      visitor text NOT NULL, remark text, photo_id integer, left_at timestamptz);
    CREATE INDEX room_visit_left ON room_visit (company_id, left_at, id);
    SELECT rasid_tenant_table('room_visit');
    SELECT rasid_owns_file('room_visit', 'photo_id')`);
}

/** Empties the table, and forgets runs and settings. */
export const clearVisits = ({ pool }: Pick<Kit, 'pool'>): Promise<unknown> =>
  pool.query('TRUNCATE room_visit, retention_run, retention_setting');

/** Adds a visit that ended so many days ago, or has not ended; returns its id. A photo has 9 bytes. */
export async function addVisit({ pool }: Pick<Kit, 'pool'>, companyId: number, visit: Visit): Promise<number> {
  const { room = 7, days, visitor = 'Noor', photo = false } = visit;
  const { rows } = await pool.query(
    `WITH file AS (INSERT INTO stored_file (company_id, media_type, sha256, size) SELECT $1, 'image/webp', '', 9 WHERE $5 RETURNING id)
     INSERT INTO room_visit (company_id, room, visitor, remark, photo_id, left_at)
     VALUES ($1, $2, $4, 'Remark', (SELECT id FROM file), now() - $3 * interval '1 day') RETURNING id`,
    [companyId, room, days, visitor, photo],
  );
  return rows[0].id;
}

/** The visitors by the ids of their visits. */
export async function visitors({ pool }: Pick<Kit, 'pool'>): Promise<Record<number, string>> {
  const { rows } = await pool.query('SELECT id, visitor FROM room_visit ORDER BY id');
  return Object.fromEntries(rows.map(({ id, visitor }) => [id, visitor]));
}

/** What a night does. */
export async function night(kit: Kit): Promise<void> {
  await beginRetention(kit);
  await doDue(kit, [retentionDue]);
}
