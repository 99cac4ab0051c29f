import { sql } from 'kysely';
import { newestValues } from '#core/devices/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import { isOpen, nextChange, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { consentVersion } from '../../common/people.ts';

/** The wearer of a device, their duty hours, and the time of their consent. */
export type Duty = {
  deviceId: number;
  userId: number;
  scheduleId: number;
  hours: WeekSchedule;
  /** Null without a consent to the present text. */
  consentAt: string | null;
  textVersion: number | null;
};

/** The duties of the devices that have a wearer, as the role that sees all rows. */
export async function dutiesOf(tx: Tx, devices: readonly number[]): Promise<Map<number, Duty>> {
  const { rows } = await sql<Duty>`
    SELECT t.device_id, t.user_id, t.schedule_id, w.hours, c.given_at AS consent_at, c.text_version
      FROM tracked_person t JOIN ${sql.raw(weekSchedules)} w ON w.id = t.schedule_id
      LEFT JOIN tracking_consent c ON c.device_id = t.device_id AND c.user_id = t.user_id AND c.withdrawn_at IS NULL AND c.text_version = ${consentVersion}
     WHERE t.device_id = ANY (${devices}::integer[])`.execute(tx);
  return new Map(rows.map((duty) => [duty.deviceId, duty]));
}

/** Whether positions of an instant (ms since 1970) are stored. */
export const isOnDuty = (duty: Duty | undefined, at: number): boolean =>
  duty !== undefined && duty.consentAt !== null && at >= Date.parse(duty.consentAt) && isOpen(duty.hours, at);

/** When the duty begins or ends next. */
export function nextDutyChange({ hours }: Duty, at: number): string | null {
  const next = nextChange(hours, at);
  return next === null ? null : new Date(next).toISOString();
}

export type WornDevice = { id: number; sosSensor: number };

/** Since when each of the devices calls for help; those that do not are missing. As the role that sees all rows. */
export async function callsForHelp(tx: Tx, devices: readonly WornDevice[]): Promise<Map<number, string>> {
  if (devices.length === 0) return new Map();
  const { rows } = await sql<{ id: number; since: string }>`
    SELECT n.d AS id, v.time AS since FROM unnest(${devices.map(({ id }) => id)}::integer[], ${devices.map(({ sosSensor }) => sosSensor)}::integer[]) AS n(d, s)
      JOIN ${sql.raw(newestValues)} v ON v.device_id = n.d AND v.sensor_id = n.s WHERE v.value > 0`.execute(tx);
  return new Map(rows.map(({ id, since }) => [id, since]));
}
