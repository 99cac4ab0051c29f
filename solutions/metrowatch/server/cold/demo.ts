import { sql } from 'kysely';
import { deviceFacts, sensorRegistry } from '#core/devices/server/api.ts';
import { addEpisodes } from '#core/telemetry/server/api.ts';
import { hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { coldStorage } from './rooms.ts';

const dueInDays = 12;

/** One excursion of 34 minutes in cold rooms, and a calibration that is due soon. */
export async function addDemoColdRooms(kit: Kit): Promise<void> {
  if (kit.settings.demoHistoryDays === 0) return;
  await inSystem(kit.db, async (tx) => {
    const rooms = await sql<{ id: number; companyId: number }>`
      SELECT d.id, d.company_id FROM ${sql.raw(deviceFacts)} d WHERE d.app = 'metrowatch' AND d.solution_id = ${coldStorage} AND d.state = 'installed' ORDER BY d.id`.execute(
      tx,
    );
    for (const { id, companyId } of rooms.rows)
      await sql`
        INSERT INTO cold_calibration (company_id, device_id, certificate, laboratory, done_on, due_on, accuracy_class, points)
        VALUES (${companyId}, ${id}, ${`CAL-${id}`}, 'Emirates Metrology', (current_date + ${dueInDays}::integer - interval '1 year')::date, current_date + ${dueInDays}::integer, 1, '[{"reference":5,"shown":5.1}]')
        ON CONFLICT DO NOTHING`.execute(tx);
    const sensor = sensorRegistry(kit.apps).named('metrowatch', 'temperature')?.id ?? 0;
    const hour = Math.floor(Date.now() / hourMs) * hourMs;
    // Six minutes after a reading: the reading that is in range again comes 34 minutes later.
    const from = new Date(hour - 20 * hourMs + 6 * minuteMs).toISOString();
    const warm = rooms.rows.map(({ id }) => ({ device: id, sensor, from, minutes: 33, value: 9.4 }));
    await addEpisodes(tx, warm);
  });
}
