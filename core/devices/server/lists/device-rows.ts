import { sql } from 'kysely';
import { companyNamed } from '#core/accounts/server/api.ts';
import { floorNamed, spaceNamed, structureNamed } from '#core/places/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import { nextWake } from '../../common/connection.ts';
import type { Device, LatestValue, TokenState } from '../../common/device.ts';
import type { KeptSettings } from '../../common/models/kept-settings.ts';
import { expectedInterval, missedReports, reportingOf } from '../../common/models/reporting.ts';
import { batteryForecastOf } from '../battery-forecasts.ts';
import { settingsOfDevice } from '../config.ts';
import { sensorRegistry, valueOf } from '../sensors.ts';

type StoredDevice = Omit<Device, 'hardware' | 'type' | 'token' | 'values' | 'nextWakeAt' | 'staleAfterSeconds'> & {
  hardwareId: number;
  nameEn: string;
  nameAr: string;
  sensors: number[];
  token: TokenState;
  keptSettings: KeptSettings;
  moving: boolean | null;
  latest: StoredValue[] | null;
};
export type StoredValue = { sensorId: number; time: string; value: number | null; word: string | null };

/** The current state of a device's token. */
export const tokenState = sql<TokenState>`CASE
  WHEN NOT d.has_token THEN 'none'
  WHEN d.token_blocked THEN 'blocked'
  WHEN d.activation_at IS NULL OR d.activation_at > now() THEN 'not-activated'
  WHEN d.expiration_at < now() THEN 'expired'
  ELSE 'active' END`;

/** Devices as list rows in the order of the ids, read in one statement. */
export async function deviceRows(tx: Tx, apps: readonly AppManifest[], ids: readonly number[]): Promise<Device[]> {
  if (ids.length === 0) return [];
  const devices = await sql<StoredDevice>`
    SELECT d.id, d.company_id, d.app, d.solution_id, d.name, d.serial, d.state, d.connection, d.suspended, d.template_state, d.battery, ${batteryForecastOf} AS battery_forecast, d.created_at,
           h.id AS hardware_id, h.name_en, h.name_ar, h.sensors, h.connectivity, h.report_every_seconds, ${sql.raw(settingsOfDevice)} AS kept_settings, s.moving, ${tokenState} AS token, s.last_message_at AS last_seen_at,
           ${companyNamed('d.company_id')} AS company, ${structureNamed('d.structure_id')} AS structure, ${floorNamed('d.floor_id')} AS floor, ${spaceNamed('d.space_id')} AS space,
           (SELECT jsonb_agg(jsonb_build_object('sensorId', l.sensor_id, 'time', l.time, 'value', l.value, 'word', l.word) ORDER BY l.sensor_id)
              FROM device_latest l WHERE l.device_id = d.id) AS latest
      FROM device d
      JOIN device_hardware h ON h.id = d.hardware_id
      LEFT JOIN device_state s ON s.device_id = d.id
     WHERE d.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(
    ids,
    devices.rows.map((row) => toDevice(row, apps)),
  );
}

function toDevice(row: StoredDevice, apps: readonly AppManifest[]): Device {
  const { nameEn, nameAr, sensors, hardwareId, latest, keptSettings, moving, ...rest } = row;
  const model = apps.find(({ id }) => id === row.app)?.hardware?.find(({ id }) => id === hardwareId);
  const reportEverySeconds = expectedInterval(reportingOf(model ?? row, keptSettings), moving);
  return {
    ...rest,
    reportEverySeconds,
    staleAfterSeconds: missedReports * reportEverySeconds,
    nextWakeAt: nextWake({ ...row, reportEverySeconds }, Date.now()),
    hardware: { id: hardwareId, name: { en: nameEn, ar: nameAr } },
    type: ({ 1: 'single', 3: 'triple' } as const)[phaseCount(apps, sensors)] ?? null,
    values: row.token === 'active' ? valuesOf(apps, sensors, latest ?? []) : [],
  };
}

const phaseCount = (apps: readonly AppManifest[], sensors: readonly number[]) =>
  sensors.filter((id) => sensorRegistry(apps).byId.get(id)?.phase).length;

/** The latest value of each of the sensors, which is null for those that have not reported. */
export function valuesOf(
  apps: readonly AppManifest[],
  sensors: readonly number[],
  latest: readonly StoredValue[],
): LatestValue[] {
  const { byId } = sensorRegistry(apps);
  const newest = new Map(latest.map((value) => [value.sensorId, value]));
  return sensors.flatMap((id) => {
    const sensor = byId.get(id);
    if (!sensor) return [];
    const latestValue = newest.get(id);
    return {
      sensor: sensor.key,
      sensorId: id,
      unit: sensor.unit,
      kind: sensor.kind,
      decimals: sensor.decimals ?? 0,
      counter: sensor.counter ?? false,
      value: latestValue ? valueOf(sensor, latestValue.value, latestValue.word) : null,
      time: latestValue ? new Date(latestValue.time).toISOString() : null,
    };
  });
}
