import { isLater, isTime, type TimePeriod } from './time-fields.ts';
import { closedWeek, type DaySchedule, lastMinuteOfDay, weekdays } from './week-schedule.ts';

const midnight = '00:00';

/** Whether both times are valid and the second is on the next day. */
export const isOvernight = ({ start, end }: TimePeriod): boolean =>
  isTime(start) && isTime(end) && start !== lastMinuteOfDay && !isLater(end, start);

/**
 * The shifts of each of the seven days. A night shift ends on the next day; a schedule stores it as a period until the
 * end of the day and another from midnight.
 */
export function shiftsOf(week: readonly DaySchedule[]): TimePeriod[][] {
  const days = weekdays.map((name) => [...(week.find((one) => one.name === name)?.periods ?? [])]);
  const nights = days.map((periods, at) => {
    const evening = periods.find(({ start, end }) => end === lastMinuteOfDay && start !== midnight);
    const morning = days[(at + 1) % 7]?.find(({ start, end }) => start === midnight && isTime(end));
    return evening && morning && !isLater(morning.end, evening.start) ? { evening, morning } : undefined;
  });
  return days.map((periods, at) => {
    const { evening, morning } = nights[at] ?? {};
    const before = nights[(at + 6) % 7]?.morning;
    return periods
      .filter((one) => one !== before)
      .map((one) => (one === evening && morning ? { start: one.start, end: morning.end } : one));
  });
}

/** The reverse of `shiftsOf`; incomplete input is kept as it is. */
export function weekOfShifts(shifts: readonly (readonly TimePeriod[])[]): DaySchedule[] {
  const week = closedWeek();
  for (const [at, ofDay] of shifts.entries())
    for (const shift of ofDay) {
      const overnight = isOvernight(shift);
      week[at]?.periods.push(overnight ? { start: shift.start, end: lastMinuteOfDay } : shift);
      if (overnight && shift.end !== midnight) week[(at + 1) % 7]?.periods.push({ start: midnight, end: shift.end });
    }
  for (const { periods } of week) periods.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  return week;
}
