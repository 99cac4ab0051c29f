import { sql } from 'kysely';

/**
 * SQL for whether the bay `t` in the state `s` is kept for somebody now. A vehicle that was there before is counted until
 * it leaves; then the bay is kept as well.
 */
export const isKept = sql<boolean>`EXISTS (
  SELECT FROM sparking_reserved_bay x JOIN sparking_reservation r ON r.id = x.reservation_id
   WHERE x.slot_id = t.id AND r.from_at <= now() AND r.until_at > now()
     AND NOT coalesce(s.state = 'occupied' AND s.since < r.from_at, false))`;

/** SQL of the reservation of the bay `t` that holds now, as an object; NULL without one. */
export const reservationNow = sql`(
  SELECT jsonb_build_object('until', r.until_at, 'purpose', r.purpose)
    FROM sparking_reserved_bay x JOIN sparking_reservation r ON r.id = x.reservation_id
   WHERE x.slot_id = t.id AND r.from_at <= now() AND r.until_at > now() ORDER BY r.until_at DESC LIMIT 1)`;

/** SQL for until when the group `g` is closed, alone or with its car park; NULL if it is not. */
export const closedUntil = sql`(
  SELECT max(r.until_at) FROM sparking_reservation r
   WHERE r.location_id = g.location_id AND (r.group_id IS NULL OR r.group_id = g.id) AND r.kind = 'closed'
     AND r.from_at <= now() AND r.until_at > now())`;
