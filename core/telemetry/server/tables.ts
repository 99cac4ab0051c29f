import type { Generated } from 'kysely';
import type { DeviceEvent } from '../common/event.ts';
import type { Fix } from '../common/position.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    deadLetter: {
      id: number;
      deviceId: number | null;
      connectorId: number | null;
      connectorName: string | null;
      externalId: string | null;
      stage: Generated<string>;
      codecVersion: number | null;
      companyId: number;
      topic: string;
      payload: Buffer;
      size: number;
      reasons: unknown;
      receivedAt: string;
      replayedAt: string | null;
      discardedAt: string | null;
      reason: Generated<string>;
      createdAt: string;
    };
    deadLetterTotal: { deviceId: number | null; companyId: number; kept: number; bytes: number; createdAt: string };
    deadLetterFolded: {
      id: number;
      deviceId: number | null;
      companyId: number;
      reason: string;
      count: number;
      bytes: number;
      firstAt: string;
      lastAt: string;
      createdAt: string;
    };
  }
}

/** The points of a message as columns. Short names, because the stream carries many. Times in milliseconds since 1970. */
export type MeasuredPoints = {
  /** Device id. */
  d: number;
  /** Time of arrival. */
  r: number;
  t: number[];
  s: number[];
  v: (number | null)[];
  /** Values of text sensors; absent without any. */
  w?: (string | null)[];
  /** Positions; absent without any. */
  p?: Fix[];
  /** Events; absent without any. */
  e?: DeviceEvent[];
};

/** The number of points, positions and events of a message. */
export const sizeOf = ({ t, p, e }: MeasuredPoints): number => t.length + (p?.length ?? 0) + (e?.length ?? 0);

/** A subquery with device_id, time, key, kind, data and received_at, for statements of other slices as the role that sees all rows. */
export const storedEvents = '(SELECT device_id, time, key, kind, data, received_at FROM device_event)';

/** A subquery with device_id, sensor_id, time, value and word, for statements of other slices as the role that sees all rows. */
export const storedReadings = '(SELECT device_id, sensor_id, time, value, word FROM reading)';

/**
 * A subquery with device_id, sensor_id, hour, count, sum, low and high of the hours that are rolled up, 70 minutes after
 * their end, for statements of other slices as the role that sees all rows.
 */
export const storedHours = '(SELECT device_id, sensor_id, hour, count, sum, low, high FROM reading_hour)';
