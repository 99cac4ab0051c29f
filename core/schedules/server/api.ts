import './events.ts';

/** The id and the week schedule (`hours`) of every schedule, as SQL within another slice's statement. */
export const weekSchedules = `(SELECT id, jsonb_build_object('timeZone', time_zone, 'week', week, 'seasons', seasons, 'holidays', holidays) AS hours FROM schedule)`;
