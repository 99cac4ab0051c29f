import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

/** Has the paths of these panels watched as they are now, and their alarms about paths follow, within a second. */
export const watchAgain = (tx: Tx, panelIds: readonly number[]) =>
  sql`INSERT INTO defcon_supervision (company_id, panel_id)
      SELECT p.company_id, p.id FROM defcon_panel p WHERE p.id = ANY (${panelIds}::integer[]) ORDER BY p.id`.execute(
    tx,
  );
