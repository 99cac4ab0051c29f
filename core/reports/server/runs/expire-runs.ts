import { sql } from 'kysely';
import { type DueWork, dueBatch } from '#platform/server/due.ts';

const batch = 100;

/**
 * Deletes the files and the data of runs that are kept no longer. Who ran what and when stays, with the hashes of the files.
 */
export const expiryDues: readonly DueWork[] = [
  dueBatch<{ id: number }>(
    'expired reports',
    { table: 'report_run', at: 'expires_at' },
    batch,
    async ({ tx }, runs) => {
      const ids = runs.map(({ id }) => id);
      await sql`UPDATE report_file SET file_id = NULL WHERE run_id = ANY (${ids}::integer[])`.execute(tx);
      await sql`
      UPDATE report_run SET document = NULL, expires_at = NULL, work_at = NULL,
             state = CASE WHEN state IN ('failed', 'missed', 'cancelled') THEN state ELSE 'expired' END
       WHERE id = ANY (${ids}::integer[])`.execute(tx);
    },
  ),
];
