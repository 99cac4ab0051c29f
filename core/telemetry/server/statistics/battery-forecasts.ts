import { sql } from 'kysely';
import { type BatteryDay, forecastBattery } from '#core/devices/common/battery-forecast.ts';
import { batteriesDue, type DeviceBattery, recordForecasts, sensorRegistry } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';

const days = 30;
const devicesAtOnce = 200;
/** A device whose hours are not rolled up that far is forecast once they are. */
const rolledWithinHours = 3;

const sensors = ['battery', 'charging', 'externalPower', 'temperature'];

/** Forecasts when the batteries of devices will be empty, from the hours that are rolled up, some devices in a transaction. */
export async function forecastBatteries(kit: Kit): Promise<void> {
  let after = 0;
  for (;;) {
    const done = await inSystem(kit.db, async (tx) => {
      const due = await batteriesDue(tx, kit.apps, { after, limit: devicesAtOnce });
      const history = await historyOf(tx, kit, due);
      await recordForecasts(
        tx,
        due.flatMap(({ id, level, model }) => {
          const known = history.get(id);
          return known ? [{ id, forecast: forecastBattery(known, model, level) }] : [];
        }),
      );
      return due;
    });
    if (done.length < devicesAtOnce) return;
    after = done.at(-1)?.id ?? after;
  }
}

/** The days of devices, in spans of 24 hours before now. Devices whose hours are not rolled up are left out. */
async function historyOf(tx: Tx, { apps }: Kit, due: readonly DeviceBattery[]): Promise<Map<number, BatteryDay[]>> {
  const [battery, charging, power, temperature] = sensors.map((key) => sensorRegistry(apps).named('devices', key)?.id);
  const ids = due.map(({ id }) => id);
  const rows = await sql<BatteryDay & { device: number; daysAgo: number | null }>`
    SELECT r.device_id AS device, h.* FROM reading_rollup r
      LEFT JOIN LATERAL (
        SELECT floor(extract(epoch FROM now() - hour) / 86400)::integer AS days_ago,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY sum / count) FILTER (WHERE sensor_id = ${battery}) AS level,
               coalesce(bool_or(high > 0) FILTER (WHERE sensor_id <> ${battery} AND sensor_id <> ${temperature}), false) AS charged,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY sum / count) FILTER (WHERE sensor_id = ${temperature}) AS temperature
          FROM reading_hour
         WHERE device_id = r.device_id AND sensor_id = ANY (${[battery, charging, power, temperature]}::integer[])
           AND hour > now() - ${days} * interval '1 day' AND hour <= now() GROUP BY 1) h ON true
     WHERE r.device_id = ANY (${ids}::integer[]) AND r.rolled_until > now() - ${rolledWithinHours} * interval '1 hour'`.execute(
    tx,
  );
  const found = Map.groupBy(rows.rows, ({ device }) => device);
  return new Map([...found].map(([device, of]) => [device, of.filter(({ daysAgo }) => daysAgo !== null)]));
}
