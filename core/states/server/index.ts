import { sql } from 'kysely';
import { onBatch } from '#core/telemetry/server/api.ts';
import { emittingWithin } from '#platform/server/domain-events.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { serve } from '#platform/server/serve.ts';
import { states } from '../app.ts';
import { applyReports } from './apply-reports.ts';
import { dueHistories, dueStates } from './due-states.ts';
import './events.ts';
import { makeMissing } from './missing-states.ts';
import { reportsIn } from './reports.ts';
import './tables.ts';

/** Retention of intervals: 25 months and the week that begins with them. */
const keptDays = 770;
const nothing = () => undefined;

async function start(kit: Kit): Promise<Stop | undefined> {
  if (!kit.roles.has('worker')) return undefined;
  onBatch(
    kit,
    async (tx, batch) => {
      const emitting = emittingWithin(kit, tx);
      await applyReports(emitting, reportsIn(kit, batch));
      return emitting.run;
    },
    nothing,
    { first: true, forget: nothing },
  );
  await kit.jobs.schedule('states.partitions', '37 * * * *', () => maintainPartitions(kit));
  await maintainPartitions(kit);
  let ended = false;
  const making = makeMissing(kit, () => !ended).catch((error: unknown) =>
    kit.log.error({ err: error }, 'making the states of sensors failed'),
  );
  return async () => {
    ended = true;
    await making;
  };
}

/** Creates the partitions of the coming weeks and drops what is beyond the retention. */
async function maintainPartitions(kit: Kit): Promise<void> {
  await inSystem(kit.telemetry.db, async (tx) => {
    await sql`SELECT rasid_weekly_partition('state_interval', now() + n * interval '7 days') FROM generate_series(-5, 2) n`.execute(
      tx,
    );
    await sql`SELECT rasid_drop_weeks('state_interval', now() - ${keptDays} * interval '1 day')`.execute(tx);
  });
}

export const statesServer = serve(
  states,
  {},
  {
    start,
    dues: [dueHistories, dueStates],
    history: { tables: { state_correction: { about: ['deviceId'], silent: ['userId'] } } },
  },
);
