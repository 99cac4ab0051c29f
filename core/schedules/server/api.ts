import './events.ts';

/** A subquery for statements of other slices: `id` and the week schedule as JSON (`hours`) of every schedule. */
export const weekSchedules = `(SELECT id, jsonb_build_object('timeZone', time_zone, 'week', week, 'seasons', seasons, 'holidays', holidays) AS hours FROM schedule)`;
