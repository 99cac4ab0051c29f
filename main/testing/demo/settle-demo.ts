import { printQueue } from '#core/print/server/documents.ts';
import { makeSegments } from '#core/tracking/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { backlogsOf, startSlices } from '../../compose.ts';

const none: ReadonlySet<string> = new Set();

/**
 * Does the work that the demo data leaves to the background, which every copy of the database would otherwise do while
 * it is tested. Afterwards the database looks as if no server had run on it.
 */
export async function settleDemo(kit: Kit): Promise<void> {
  const stop = await startSlices(kit, none);
  const waiting = () =>
    inSystem(kit.db, async (tx) => {
      const states = [];
      for (const { read } of backlogsOf(none)) states.push(await read(tx));
      return states.some((state) => Number(state.waiting) > 0);
    });
  while (await waiting()) await new Promise((resolve) => setTimeout(resolve, 50));
  await stop();
  await makeSegments(kit);
  // Documents wait for a server of pages: each copy would start a browser for those of the demo.
  await kit.pool.query('DELETE FROM jobs.job WHERE name = $1', [printQueue]);
  // No server has run on a copy: it has no schedules and no interruption.
  const marks = ['jobs.schedule', 'gateway_process', 'intake_role'];
  await kit.pool.query(marks.map((table) => `DELETE FROM ${table}`).join('; '));
}
