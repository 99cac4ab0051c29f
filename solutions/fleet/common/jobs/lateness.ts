import type { JobState, ShownJob } from './job.ts';
import { openStates } from './job.ts';

type Planned = {
  state: JobState;
  plannedTo: string | null;
  stops: readonly Pick<ShownJob['stops'][number], 'state' | 'windowTo'>[];
};

/**
 * When a job is late, in ms since 1970: at the end of its planned time, or of the window of a stop at which nobody has arrived;
 * null if neither has an end or the job is over.
 */
export function lateFrom({ state, plannedTo, stops }: Planned): number | null {
  if (!openStates.some((open) => open === state)) return null;
  const ends = [plannedTo, ...stops.map((stop) => (stop.state === 'pending' ? stop.windowTo : null))];
  const times = ends.flatMap((end) => (end === null ? [] : Date.parse(end)));
  return times.length === 0 ? null : Math.min(...times);
}

export const isLate = (job: Planned, now = Date.now()): boolean => {
  const from = lateFrom(job);
  return from !== null && from < now;
};
