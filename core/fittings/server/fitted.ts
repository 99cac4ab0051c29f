import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';

/**
 * A subquery for statements of other slices: device_id, company_id, app_id, subject_type, subject_id, subject_name, main, from_at, to_at, and why and
 * by whom the device was fitted and taken out (why, by_id, end_why, ended_by).
 */
export const fittingSpans =
  '(SELECT device_id, company_id, app_id, subject_type, subject_id, subject_name, main, from_at, to_at, why, by_id, end_why, ended_by FROM fitting)';

/**
 * SQL for statements of other slices: `{type, id, main}` of what the device was fitted to at the instant, null if to nothing.
 * Both are columns or other SQL.
 */
export const fittedAt = (device: string, at: string): string => `(
  SELECT jsonb_build_object('type', f.subject_type, 'id', f.subject_id, 'main', f.main) FROM fitting f
   WHERE f.device_id = ${device} AND f.from_at <= ${at} AND (f.to_at IS NULL OR f.to_at > ${at}))`;

export type FittedDevice = { deviceId: number; subjectId: number; main: boolean; fromAt: string };

/** The devices that are fitted to records of a kind now, the main one of each first. */
export const fittedDevices = (
  tx: Tx,
  { type, ids }: { type: string; ids: readonly number[] },
): Promise<FittedDevice[]> =>
  tx
    .selectFrom('fitting')
    .select(['deviceId', 'subjectId', 'main', 'fromAt'])
    .where('subjectType', '=', type)
    .where('subjectId', '=', anyOf(ids))
    .where('toAt', 'is', null)
    .orderBy('main', 'desc')
    .orderBy('fromAt')
    .execute();
