import { sql } from 'kysely';
import { deviceFacts, sensorRegistry } from '#core/devices/server/api.ts';
import { addEpisodes, type Episode } from '#core/telemetry/server/api.ts';
import { inSystem } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { coldStorage } from './rooms.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** In the last two days the history has a reading every ten minutes, so that what lasts minutes shows. */
const days = 2;
const [doorsADay, defrostsADay] = [20, 4];
const [doorMinutes, defrostMinutes] = [5, 20];
const dueInDays = 12;

/** What happened in cold rooms: one excursion of 34 minutes, doors, defrosting, and a calibration that is due soon. Source: swam-metrowatch.md §23. */
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
    const named = sensorRegistry(kit.apps).named;
    const sensor = (key: string) => named('metrowatch', key)?.id ?? 0;
    await addEpisodes(
      tx,
      rooms.rows.flatMap(({ id }) => episodesOf(id, sensor)),
    );
  });
}

function episodesOf(device: number, sensor: (key: string) => number): Episode[] {
  const hour = Math.floor(Date.now() / hourMs) * hourMs;
  const start = hour - days * 24 * hourMs + hourMs;
  const at = (ms: number) => new Date(ms).toISOString();
  const every = (times: number, key: string, minutes: number): Episode[] => {
    const apart = (24 * hourMs) / times;
    return Array.from({ length: Math.ceil((hour - start) / apart) }, (_, n) => ({
      device,
      sensor: sensor(key),
      from: at(start + n * apart),
      minutes,
      value: 1,
      isState: true,
    }));
  };
  // Six minutes after a reading: the reading that is in range again comes 34 minutes later.
  const warm = {
    device,
    sensor: sensor('temperature'),
    from: at(hour - 20 * hourMs + 6 * minuteMs),
    minutes: 33,
    value: 9.4,
  };
  return [warm, ...every(doorsADay, 'door', doorMinutes), ...every(defrostsADay, 'defrost', defrostMinutes)];
}
