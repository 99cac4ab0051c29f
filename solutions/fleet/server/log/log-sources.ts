import { type RawBuilder, sql } from 'kysely';
import { fittingSpans } from '#core/fittings/server/api.ts';
import { trackSegments } from '#core/tracking/server/api.ts';
import type { LogKind } from '../../common/vehicle/log.ts';
import { vehicle } from '../../common/vehicle/vehicle.ts';

/**
 * The vehicle `v.id` of the company `v.company_id`, with the sites `v.job_sites` of whose jobs the caller may know, null for
 * all. Sources are rows with their kind, key and instant.
 */
type Source = { kinds: readonly LogKind[]; rows: RawBuilder<unknown> };

/** In the order of kinds. A device is fitted to a vehicle or not, so that a segment belongs to it where it began. */
export const logSources: readonly Source[] = [
  {
    kinds: ['journey', 'stop', 'gap'],
    rows: sql`
      SELECT CASE s.kind WHEN 'trip' THEN 'journey' ELSE s.kind END AS kind, s.started_at AS at, f.device_id || '/' || round(extract(epoch FROM s.started_at) * 1000)::bigint AS key
        FROM ${sql.raw(fittingSpans)} f JOIN ${sql.raw(trackSegments)} s ON s.device_id = f.device_id AND s.started_at >= f.from_at AND (f.to_at IS NULL OR s.started_at < f.to_at)
       WHERE f.company_id = v.company_id AND f.subject_type = 'vehicle' AND f.subject_id = v.id AND f.main`,
  },
  {
    kinds: ['fitted'],
    rows: sql`
      SELECT 'fitted' AS kind, f.from_at AS at, f.device_id || '/' || round(extract(epoch FROM f.from_at) * 1000)::bigint AS key FROM ${sql.raw(fittingSpans)} f
       WHERE f.company_id = v.company_id AND f.subject_type = 'vehicle' AND f.subject_id = v.id`,
  },
  {
    kinds: ['unfitted'],
    rows: sql`
      SELECT 'unfitted' AS kind, f.to_at AS at, f.device_id || '/' || round(extract(epoch FROM f.from_at) * 1000)::bigint AS key FROM ${sql.raw(fittingSpans)} f
       WHERE f.company_id = v.company_id AND f.subject_type = 'vehicle' AND f.subject_id = v.id AND f.to_at IS NOT NULL`,
  },
  {
    kinds: ['step'],
    rows: sql`SELECT 'step' AS kind, l.at, l.id::text AS key FROM fleet_vehicle_step l WHERE l.subject_id = v.id`,
  },
  {
    kinds: ['job'],
    rows: sql`
      SELECT 'job' AS kind, l.at, l.id::text AS key FROM fleet_job_card j JOIN fleet_job_card_step l ON l.subject_id = j.id
       WHERE j.company_id = v.company_id AND j.vehicle_id = v.id AND (v.job_sites IS NULL OR j.structure_id = ANY (v.job_sites))`,
  },
  {
    kinds: ['change'],
    // The steps have lines of their own.
    rows: sql`
      SELECT 'change' AS kind, l.at, l.id::text AS key FROM change_log l
       WHERE l.company_id = v.company_id AND l.table_name = ${vehicle.table} AND l.row_id = v.id::text AND l.action = 'update' AND (l.before - 'state') IS DISTINCT FROM (l.after - 'state')`,
  },
];
