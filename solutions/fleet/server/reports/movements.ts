import { type RawBuilder, sql } from 'kysely';
import { fittingSpans } from '#core/fittings/server/api.ts';
import type { SectionPart } from '#core/reports/server/api.ts';
import { quarterOf } from '#core/tracking/common/movement/slot-times.ts';
import { trackSegments } from '#core/tracking/server/api.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { Plate } from '../../common/vehicle/plate.ts';
import { seenVehicle } from '../vehicles/may.ts';
import { shownPlate } from '../vehicles/shown-plate.ts';

type Read = SectionPart['read'];
export type SectionReading = Parameters<Read>[0];
export type SectionAsked = Parameters<Read>[1];

/** `from` and `to`: whole quarters of an hour as ISO texts. */
export type Asked = { actor: Actor; structures: readonly number[] | null; from: string; to: string };

/** Sums of quarters of an hour have no other limits than these; so have the lists that add up to them. */
export const askedOf = ({ actor }: SectionReading, { structures, period }: SectionAsked): Asked => {
  const [from, to] = [period.from, period.to].map((at) => new Date(quarterOf(Date.parse(at))).toISOString());
  return { actor, structures, from: from ?? period.from, to: to ?? period.to };
};

/** A condition on the vehicle `t`, also a retired one: the caller may see it, and it is at a site of the report. */
export const isReported = ({ actor, structures }: Pick<Asked, 'actor' | 'structures'>): RawBuilder<unknown> => sql`
  ${inCompanies(actor.scope, 'company_id')} AND ${seenVehicle(actor)} AND (${structures}::integer[] IS NULL OR t.structure_id = ANY (${structures}::integer[]))`;

/**
 * The journeys or stops of vehicles that overlap the period: for each, its part while the tracker was the main one of the
 * vehicle (`began_at` to `ended_at`), and the part of that in the period (`since` to `until`, in seconds `seconds`). `is_cut`:
 * it is not the whole movement; its figures are those of the whole one. `starts_here` and `ends_here`: where the movement
 * began and ended is where that of the vehicle did.
 */
export const movementsIn = (asked: Asked, kind: 'trip' | 'stop'): RawBuilder<unknown> => sql`
  SELECT m.*, m.since > m.started_at OR m.until < m.moved_until AS is_cut,
         (floor(extract(epoch FROM m.until)) - floor(extract(epoch FROM m.since)))::integer AS seconds
    FROM (
      SELECT t.id AS vehicle_id, t.company_id, t.name AS vehicle, ${shownPlate} AS plate, t.usual_driver_id, f.device_id,
             s.started_at, s.ended_at AS moved_until, s.running, round(s.metres)::bigint AS metres, s.top_speed, s.idle_s,
             coalesce(s.driving_s, floor(extract(epoch FROM s.ended_at)) - floor(extract(epoch FROM s.started_at)) - s.idle_s)::bigint AS driving_s,
             s.start_lat, s.start_lng, s.end_lat, s.end_lng, s.started_at >= f.from_at AS starts_here, (s.ended_at <= f.to_at) IS NOT FALSE AS ends_here,
             greatest(s.started_at, f.from_at) AS began_at, least(s.ended_at, f.to_at) AS ended_at,
             greatest(s.started_at, f.from_at, ${asked.from}::timestamptz) AS since, least(s.ended_at, f.to_at, ${asked.to}::timestamptz) AS until
        FROM fleet_vehicle t
        JOIN ${sql.raw(fittingSpans)} f ON f.company_id = t.company_id AND f.subject_type = 'vehicle' AND f.subject_id = t.id AND f.main
        JOIN ${sql.raw(trackSegments)} s ON s.device_id = f.device_id AND s.kind = ${kind}
         AND s.started_at < least(f.to_at, ${asked.to}::timestamptz) AND s.ended_at > greatest(f.from_at, ${asked.from}::timestamptz)
         -- Movements of a tracker do not overlap: the last one that had begun before is the first one that matters.
         AND s.started_at >= coalesce((SELECT max(b.started_at) FROM ${sql.raw(trackSegments)} b WHERE b.device_id = f.device_id AND b.started_at <= greatest(f.from_at, ${asked.from}::timestamptz)), '-infinity')
       WHERE ${isReported(asked)}) m`;

/** A row of `movementsIn` as a section reads it. */
export type MovementRow = {
  vehicle: string;
  plate: Plate;
  driver: string | null;
  companyId: number;
  beganAt: string;
  endedAt: string;
  startsHere: boolean;
  endsHere: boolean;
  running: boolean;
  startLat: number;
  startLng: number;
  endLat: number;
  endLng: number;
};

/** The columns of `MovementRow` from rows `m` of `movementsIn` and drivers `d`. */
export const movementColumns = sql`m.vehicle, m.plate, d.name AS driver, m.company_id, m.began_at, m.ended_at, m.starts_here, m.ends_here, m.running, m.start_lat, m.start_lng, m.end_lat, m.end_lng`;
export const withDriver = sql`LEFT JOIN fleet_driver d ON d.id = m.usual_driver_id`;

export const isoOf = (at: string): string => new Date(at).toISOString();

/** When a movement of a vehicle ended; null while it goes on. */
export const endOf = ({ running, endsHere, endedAt }: MovementRow): string | null =>
  running && endsHere ? null : isoOf(endedAt);

/** How many rows a statement reads: at least one, because each has the count and the sums of all. */
export const rowsRead = ({ mostRows }: SectionAsked): number => Math.max(1, mostRows);
