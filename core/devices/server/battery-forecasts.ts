import { sql } from 'kysely';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type BatteryForecast, type BatterySpec, replaceSoonDays } from '../common/battery-forecast.ts';
import type { Device } from '../common/device.ts';

const forecastHours = 6;

const daysUntil = (column: string) => sql`greatest(0, extract(epoch FROM ${sql.ref(column)} - now()) / 86400)::float8`;
/** For the device `d`, in days from now. */
export const batteryForecastOf = sql<Device['batteryForecast']>`CASE WHEN d.battery_ends_at IS NOT NULL THEN
  jsonb_build_object('days', ${daysUntil('d.battery_ends_at')},
    'from', CASE WHEN d.battery_ends_early IS NOT NULL THEN ${daysUntil('d.battery_ends_early')} END,
    'to', CASE WHEN d.battery_ends_late IS NOT NULL THEN ${daysUntil('d.battery_ends_late')} END) END`;
/** Whether the battery of the device `t` will soon be empty. */
export const replaceSoon = sql`(t.battery_ends_at IS NOT NULL AND t.battery_ends_at < now() + ${replaceSoonDays} * interval '1 day')`;

/** The interval that `d` has reported, else that of its model. */
const interval = sql<number>`CASE WHEN jsonb_typeof(d.attributes #> '{config,intervalSeconds}') = 'number'
  THEN greatest(1, (d.attributes #>> '{config,intervalSeconds}')::float8) ELSE h.report_every_seconds END`;

export type DeviceBattery = {
  id: number;
  level: number;
  /** The battery data of its model, with the reporting interval of the device. */
  model: { battery: BatterySpec; intervalSeconds: number } | null;
};

/**
 * The next installed devices whose battery is to be forecast, from the id on: those without a forecast and those whose
 * forecast is old. As the role that sees all rows.
 */
export async function batteriesDue(
  tx: Tx,
  apps: readonly AppManifest[],
  { after, limit }: { after: number; limit: number },
): Promise<DeviceBattery[]> {
  const specs = new Map(
    apps.flatMap(({ hardware = [] }) =>
      hardware.flatMap(({ id, battery }) => (battery ? [[id, battery] as const] : [])),
    ),
  );
  const due = await sql<{ id: number; level: number; hardwareId: number; intervalSeconds: number }>`
    SELECT d.id, d.battery AS level, d.hardware_id, ${interval} AS interval_seconds
      FROM device d JOIN device_hardware h ON h.id = d.hardware_id
     WHERE d.id > ${after} AND d.state = 'installed' AND d.battery IS NOT NULL
       AND (d.battery_forecast_at IS NULL OR d.battery_forecast_at < now() - ${forecastHours} * interval '1 hour')
     ORDER BY d.id LIMIT ${limit}`.execute(tx);
  return due.rows.map(({ id, level, hardwareId, intervalSeconds }) => {
    const battery = specs.get(hardwareId);
    return { id, level, model: battery ? { battery, intervalSeconds } : null };
  });
}

/** Stores forecasts; null for a battery that has none. As the role that sees all rows. */
export async function recordForecasts(
  tx: Tx,
  forecasts: readonly { id: number; forecast: BatteryForecast | null }[],
): Promise<void> {
  if (forecasts.length === 0) return;
  const column = (pick: (forecast: BatteryForecast) => number | null) =>
    forecasts.map(({ forecast }) => forecast && pick(forecast));
  await sql`
    UPDATE device d SET battery_ends_at = now() + n.days * interval '1 day', battery_ends_early = now() + n.early * interval '1 day',
           battery_ends_late = now() + n.late * interval '1 day', battery_forecast_at = now()
      FROM unnest(${forecasts.map(({ id }) => id)}::integer[], ${column(({ days }) => days)}::float8[], ${column(({ from }) => from)}::float8[], ${column(({ to }) => to)}::float8[])
           AS n (id, days, early, late)
     WHERE d.id = n.id`.execute(tx);
}
