import { sql } from 'kysely';
import type { AppManifest } from '#platform/common/define-app.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import type { DeviceChannel } from '../common/channel.ts';
import { type StoredValue, tokenState, valuesOf } from './lists/device-rows.ts';
import { sensorRegistry } from './sensors.ts';

/** A value of a channel. Its time is in milliseconds since 1970. */
export type ChannelValue = {
  deviceId: number;
  channel: string;
  sensorId: number;
  time: number;
  value: number | null;
  word: string | null;
};

/**
 * Device clocks may be 5 minutes ahead. A stored value further in the future was written by a server with a wrong clock.
 * Any other value replaces it.
 */
const futureTolerance = '6 minutes';

const keyOf = ({ deviceId, channel, sensorId }: Pick<ChannelValue, 'deviceId' | 'channel' | 'sensorId'>) =>
  `${deviceId} ${channel} ${sensorId}`;

/**
 * Stores the newest value of each sensor of each channel, in one statement, and returns the values that are newer than
 * those stored before, each once, in the order of their time. Of several values with the same time the first counts.
 * Fails with a check violation if a device would have more than 256 channels. Runs as the role that sees all rows.
 */
export async function recordChannels(tx: Tx, reported: readonly ChannelValue[]): Promise<readonly ChannelValue[]> {
  if (reported.length === 0) return [];
  const newest = new Map<string, ChannelValue>();
  for (const value of reported) {
    const key = keyOf(value);
    const other = newest.get(key);
    if (!other || value.time > other.time) newest.set(key, value);
  }
  const rows = [...newest.values()];
  const stored = await queryText<{ device_id: number; channel: string; sensor_id: number; before: number | null }>(tx, {
    name: 'device-channel',
    // Sorted, so that two batches cannot deadlock. `b` is as it was before the statement.
    text: `WITH stored AS (
             INSERT INTO device_channel AS l (device_id, channel, sensor_id, time, value, word)
             SELECT d, c, s, to_timestamp(t / 1000.0), v, w
               FROM unnest($1::integer[], $2::text[], $3::integer[], $4::bigint[], $5::double precision[], $6::text[]) AS n(d, c, s, t, v, w)
              ORDER BY d, c, s
             ON CONFLICT (device_id, channel, sensor_id) DO UPDATE SET time = excluded.time, value = excluded.value, word = excluded.word
              WHERE excluded.time > l.time OR l.time > now() + interval '${futureTolerance}'
             RETURNING device_id, channel, sensor_id)
           SELECT device_id, channel, sensor_id,
                  CASE WHEN b.time <= now() + interval '${futureTolerance}' THEN extract(epoch FROM b.time)::double precision * 1000 END AS before
             FROM stored LEFT JOIN device_channel b USING (device_id, channel, sensor_id)`,
    values: [
      rows.map(({ deviceId }) => deviceId),
      rows.map(({ channel }) => channel),
      rows.map(({ sensorId }) => sensorId),
      rows.map(({ time }) => time),
      rows.map(({ value }) => value),
      rows.map(({ word }) => word),
    ],
  });
  const before = new Map(
    stored.rows.map(({ device_id: deviceId, channel, sensor_id: sensorId, before: time }) => [
      keyOf({ deviceId, channel, sensorId }),
      time === null ? Number.NEGATIVE_INFINITY : Math.round(time),
    ]),
  );
  const newer = new Map<string, ChannelValue>();
  for (const value of reported) {
    const key = `${keyOf(value)} ${value.time}`;
    if (value.time > (before.get(keyOf(value)) ?? Number.POSITIVE_INFINITY) && !newer.has(key)) newer.set(key, value);
  }
  return [...newer.values()].sort((a, b) => a.time - b.time);
}

const byName = (a: string, b: string): number =>
  // "A-1" and "A-01" are equal as numbers.
  a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1);

/** The keys of the sensors that each channel of a device has; null for models without channels. */
export const channelSensorsOf = (apps: readonly AppManifest[], app: string, hardwareId: number): string[] | null => {
  const model = apps.find(({ id }) => id === app)?.hardware?.find(({ id }) => id === hardwareId);
  return model?.channels ? [...model.channels] : null;
};

type Row = StoredValue & { channel: string };

/** The channels of a device in the order of their names, "A-2" before "A-10"; none without an active token. */
export async function channelsOf(
  tx: Tx,
  apps: readonly AppManifest[],
  device: { id: number; app: string; hardwareId: number },
): Promise<DeviceChannel[]> {
  const keys = channelSensorsOf(apps, device.app, device.hardwareId);
  if (!keys) return [];
  const { named } = sensorRegistry(apps);
  const sensors = keys.flatMap((key) => named(device.app, key)?.id ?? []);
  const { rows } = await sql<Row>`
    SELECT c.channel, c.sensor_id, c.time, c.value, c.word FROM device_channel c JOIN device d ON d.id = c.device_id
     WHERE d.id = ${device.id} AND ${tokenState} = 'active'`.execute(tx);
  return [...Map.groupBy(rows, ({ channel }) => channel)]
    .map(([channel, values]) => ({ channel, values: valuesOf(apps, sensors, values) }))
    .sort((a, b) => byName(a.channel, b.channel));
}
