/** The states of a sensor of devices in a period, in ms since 1970. */
export type StatesOf = { devices: readonly number[]; sensorId: number; from: number; to: number };

const time = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`;

/**
 * A subquery with device_id, channel, from_at, to_at, value and quality of the intervals of a sensor ($2) of devices ($1)
 * that overlap a period from $3 to $4, with their own bounds; to_at is null for the current state. Runs as the role that
 * sees all rows.
 */
export const overlapping = `(
  SELECT i.device_id, i.channel, i.time AS from_at, i.ended_at AS to_at, i.value, i.quality FROM state_interval i
   WHERE i.device_id = ANY ($1::integer[]) AND i.sensor_id = $2 AND i.time >= ${time('$3')} AND i.time < ${time('$4')}
  UNION ALL
  SELECT l.* FROM (SELECT c.device_id, c.sensor_id, c.channel FROM state_current c WHERE c.device_id = ANY ($1::integer[]) AND c.sensor_id = $2) k
   CROSS JOIN LATERAL (
     SELECT i.device_id, i.channel, i.time, i.ended_at, i.value, i.quality FROM state_interval i
      WHERE i.device_id = k.device_id AND i.sensor_id = k.sensor_id AND i.channel = k.channel AND i.time < ${time('$3')}
      ORDER BY i.time DESC LIMIT 1) l
   WHERE l.ended_at > ${time('$3')}
  UNION ALL
  SELECT c.device_id, c.channel, c.since, NULL, c.value, c.quality FROM state_current c
   WHERE c.device_id = ANY ($1::integer[]) AND c.sensor_id = $2 AND c.made AND c.since < ${time('$4')})`;

export const parametersOf = ({ devices, sensorId, from, to }: StatesOf): unknown[] => [devices, sensorId, from, to];
