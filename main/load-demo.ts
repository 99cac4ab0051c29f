import { type Kit, visibleApps } from '#platform/server/kit.ts';
import { isDatabaseAway } from '#platform/server/postgres/database-loss.ts';
import type { SliceServer } from '#platform/server/serve.ts';
import { Unavailable } from './resilience/unavailable.ts';
import { slices } from './slices.ts';

// An arbitrary key of an advisory lock that nothing else uses.
const lockKey = 7_274_332;

type Mark = { slice: string; finished: boolean };

const nameOf = ({ app }: SliceServer) => (app.kind === 'core' ? `of ${app.id}` : `of ${app.brand}`);

/**
 * Loads the demo data of each slice once per database. Hidden apps are left out: theirs is loaded when they are shown.
 * Several processes may call it concurrently. A slice makes its data in many transactions and cannot repeat them, so
 * each load is marked before it begins, and an incomplete one is reported instead of being taken for a broken database.
 */
export async function loadDemo(kit: Kit): Promise<void> {
  const client = await kit.pool.connect();
  try {
    // Another process may take minutes to load the demo.
    await client.query('SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS rasid_demo (slice text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    );
    await client.query('ALTER TABLE rasid_demo ADD COLUMN IF NOT EXISTS finished boolean NOT NULL DEFAULT true');
    const { rows } = await client.query<Mark>('SELECT slice, finished FROM rasid_demo');
    const marks = new Map(rows.map(({ slice, finished }) => [slice, finished]));
    const visible = new Set(visibleApps(kit).map(({ id }) => id));
    for (const slice of slices) {
      if (marks.get(slice.app.id) === false) throw incomplete(slice);
      if (slice.demo && visible.has(slice.app.id) && !marks.has(slice.app.id)) await loadSlice(kit, slice);
    }
  } finally {
    // Releases the lock and resets the timeout.
    client.release(true);
  }
}

async function loadSlice(kit: Kit, slice: SliceServer): Promise<void> {
  const { pool } = kit;
  await pool.query('INSERT INTO rasid_demo (slice, finished) VALUES ($1, false)', [slice.app.id]);
  try {
    await slice.demo?.(kit);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const reason = (error as Error).message || String(error);
    throw new Unavailable(`The demo data ${nameOf(slice)} could not be loaded: ${reason}. ${remedy}`, error, false);
  }
  await pool.query('UPDATE rasid_demo SET finished = true WHERE slice = $1', [slice.app.id]);
}

const remedy =
  'Run npm run demo:reset to load the demo into a new private database, use another database, or start with DEMO=0.';

const incomplete = (slice: SliceServer) =>
  new Unavailable(
    `The demo data ${nameOf(slice)} is incomplete, because an earlier start ended while loading it. ${remedy}`,
    undefined,
    false,
  );
