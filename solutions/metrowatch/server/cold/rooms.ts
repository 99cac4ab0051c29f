import { sql } from 'kysely';
import { activeDevices, deviceFacts } from '#core/devices/server/api.ts';
import type { ExcursionLimits } from '#platform/common/measures/excursions.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { ColdCalibration } from '../../common/cold/cold-routes.ts';
import { type ColdSetting, usualSetting } from '../../common/cold/product-class.ts';
import { intervalOfModel } from '../../common/devices.ts';

export const coldStorage = 13;
/** Kelvin beyond a limit. */
const graveKelvin = 2;
/** Samples this many intervals apart are not connected. */
const gapIntervals = 3;

export const settingColumns = sql`product_class, low, high, allowance_minutes, recovery_minutes, delta_h`;
export const calibrationColumns = sql`id, certificate, laboratory, to_char(done_on, 'YYYY-MM-DD') AS done_on, to_char(due_on, 'YYYY-MM-DD') AS due_on, accuracy_class, points`;

export const limitsOf = (setting: ColdSetting, hardwareId: number): ExcursionLimits => ({
  ...setting,
  grave: graveKelvin,
  gapMs: intervalOfModel(hardwareId, 300) * 1000 * gapIntervals,
});

export async function settingOfDevice(tx: Tx, device: number): Promise<ColdSetting> {
  const rows = await sql<ColdSetting>`SELECT ${settingColumns} FROM cold_setting WHERE device_id = ${device}`.execute(
    tx,
  );
  return rows.rows[0] ?? usualSetting;
}

/** The calibrations of a device, the oldest first. */
export async function calibrationsOf(tx: Tx, device: number): Promise<ColdCalibration[]> {
  const rows = await sql<ColdCalibration>`
    SELECT ${calibrationColumns} FROM cold_calibration WHERE device_id = ${device} ORDER BY done_on`.execute(tx);
  return rows.rows;
}

export type ColdRoom = {
  id: number;
  companyId: number;
  hardwareId: number;
  setting: ColdSetting;
  calibrations: Pick<ColdCalibration, 'doneOn' | 'dueOn' | 'points'>[];
  /**
   * From when on its samples are evaluated again: the open excursion, else the end of the last one, in ms since 1970;
   * null at first.
   */
  from: number | null;
};

/** Samples that come so much later than newer ones still change excursions. */
const lateHours = 2;

/** The installed cold rooms whose readings are shown, of all companies. Runs as the role that sees all rows. */
export async function coldRooms(tx: Tx): Promise<ColdRoom[]> {
  type Row = Omit<ColdRoom, 'setting' | 'calibrations'> & {
    setting: ColdSetting | null;
    calibrations: ColdRoom['calibrations'] | null;
  };
  const rows = await sql<Row>`
    SELECT d.id, d.company_id, d.hardware_id,
           (SELECT jsonb_build_object('productClass', s.product_class, 'low', s.low, 'high', s.high, 'allowanceMinutes', s.allowance_minutes,
                                      'recoveryMinutes', s.recovery_minutes, 'deltaH', s.delta_h) FROM cold_setting s WHERE s.device_id = d.id) AS setting,
           (SELECT jsonb_agg(jsonb_build_object('doneOn', c.done_on, 'dueOn', c.due_on, 'points', c.points) ORDER BY c.done_on) FROM cold_calibration c WHERE c.device_id = d.id) AS calibrations,
           (SELECT round(extract(epoch FROM least(o.started_at, greatest(e.ended_at, p.judged_until - ${lateHours} * interval '1 hour'))) * 1000)::float8
              FROM cold_progress p
              LEFT JOIN LATERAL (SELECT x.started_at FROM cold_excursion x WHERE x.device_id = d.id AND x.ended_at IS NULL) o ON true
              LEFT JOIN LATERAL (SELECT x.ended_at FROM cold_excursion x WHERE x.device_id = d.id AND x.ended_at IS NOT NULL ORDER BY x.started_at DESC LIMIT 1) e ON true
             WHERE p.device_id = d.id) AS from
      FROM ${sql.raw(deviceFacts)} d
     WHERE d.app = 'metrowatch' AND d.state = 'installed' AND d.solution_id = ${coldStorage} AND d.id IN ${sql.raw(activeDevices)}
     ORDER BY d.id`.execute(tx);
  return rows.rows.map(({ setting, calibrations, ...room }) => ({
    ...room,
    setting: setting ?? usualSetting,
    calibrations: calibrations ?? [],
  }));
}
