import { type RawBuilder, sql } from 'kysely';
import { fittingSpans } from '#core/fittings/server/api.ts';
import { fenceVisits } from '#core/tracking/server/api.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import type { Actor } from '#platform/server/serve.ts';
import { seenVehicle } from '../vehicles/may.ts';

/**
 * A FROM clause with the visits `v` to geofences of the vehicles `t` that the caller may see: a tracker visits for the
 * vehicle that it was the main one of as it came. Each visit is there once.
 */
export const visitsByVehicles = (actor: Actor, fences: readonly number[]): RawBuilder<unknown> => sql`
  ${sql.raw(fenceVisits)} v
  JOIN ${sql.raw(fittingSpans)} f ON f.device_id = v.device_id AND f.subject_type = 'vehicle' AND f.main AND f.from_at <= v.entered_at AND (f.to_at IS NULL OR f.to_at > v.entered_at)
  JOIN fleet_vehicle t ON t.id = f.subject_id AND t.company_id = f.company_id
   AND v.geofence_id = ANY (${fences}::integer[]) AND ${inCompanies(actor.scope, 'company_id')} AND ${seenVehicle(actor)}`;
