import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';

/**
 * SQL of what watches bays: the sensors in them, and the channels of cameras and controllers. space_id,
 * device_id, channel, priority
 */
export const slotSources = sql.raw(`(
  SELECT d.space_id, d.id AS device_id, '' AS channel, 1 AS priority FROM ${deviceFacts} d
   WHERE d.app = 'sparking' AND d.state = 'installed' AND d.space_id IS NOT NULL
  UNION ALL SELECT space_id, device_id, channel, priority FROM sparking_channel)`);

/** The shared quantity of sensors that tell whether a bay is occupied. */
export const occupiedSensor = 214;
/** The shared quantity of charge points that tell whether a vehicle charges. */
export const chargingSensor = 202;
