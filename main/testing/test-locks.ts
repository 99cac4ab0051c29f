import type { Rasid } from '../testing.ts';

/** Resolves when this many statements with this text on the database of the test wait for a lock. */
export async function lockWaits(app: Rasid, count: number, statement = ''): Promise<void> {
  for (;;) {
    const { rows } = await app.kit.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0",
      [statement],
    );
    if (rows.length >= count) return;
  }
}
