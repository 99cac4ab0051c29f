import { sql } from 'kysely';
import { emit } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import { isWatched } from './outages.ts';

export type OfflineDevice = { id: number; companyId: number; solutionId: number };

/** Devices that have not reported in time are offline from then on. */
export const dueSilence = dueBatch<{ id: number }>(
  'devices.silent',
  { table: 'device_state', key: 'device_id', at: 'silent_until', where: sql`online AND ${isWatched}` },
  500,
  async (context, silent) => {
    const { tx, kit, afterCommit } = context;
    const { rows: devices } = await sql<OfflineDevice>`
      WITH quiet AS (UPDATE device_state SET online = false WHERE device_id = ANY (${silent.map(({ id }) => id)}::integer[]) RETURNING device_id),
           marked AS (UPDATE device d SET connection = 'offline' FROM quiet WHERE d.id = quiet.device_id RETURNING d.id, d.company_id, d.solution_id),
           logged AS (INSERT INTO device_log (device_id, company_id, kind) SELECT id, company_id, 'offline' FROM marked)
      SELECT id, company_id, solution_id FROM marked`.execute(tx);
    afterCommit(() => {
      for (const { id, companyId } of devices)
        kit.live.publish({ topic: 'devices', type: 'offline', companyId, data: { id } });
    });
    await emit(context, 'device.offline', { devices });
  },
);
