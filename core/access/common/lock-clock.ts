/** A clock that is this far off is set, in seconds. */
export const clockTolerance = 60;
/** A larger difference raises an alarm, and windows are then also shown by the clock of the lock. */
export const clockAlarm = 300;

const hour = 3600;
const mostHours = 14;

/**
 * The whole hours by which the clock of a lock is ahead if its time zone rather than its clock is wrong; 0 if it is
 * right or off by another amount.
 */
export function zoneErrorOf(offsetSeconds: number): number {
  const hours = Math.round(offsetSeconds / hour);
  return Math.abs(hours) <= mostHours && Math.abs(offsetSeconds - hours * hour) <= clockTolerance ? hours : 0;
}
