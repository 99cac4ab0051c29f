import dayjs from 'dayjs';
import { type Period, startOfWeek } from '#platform/common/time/time.ts';
import { dayMs, instantOf, offsetAt } from '#platform/common/time/wall-clock.ts';

export const calendarViews = ['month', 'week', 'day'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** A window of a calendar, from and to in UTC. */
export type CalendarWindow = Period & {
  /** Unique, and the same for as long as the window is. */
  key: string;
  title: string;
  note?: string | undefined;
  /**
   * `clash`: it conflicts with another one and must be changed. `draft`: it is not saved yet. The others only add the
   * colour of a state that the title names.
   */
  tone?: 'plain' | 'clash' | 'draft' | 'good' | 'ok' | 'problem';
  /** It cannot be moved. */
  fixed?: boolean;
};

/** A part of a window within one day, or the whole of a longer one; `start` and `end` by the clocks of the zone. */
export type Piece = { id: string; window: CalendarWindow; start: string; end: string; first: boolean; last: boolean };

const wall = 'YYYY-MM-DD HH:mm:ss';
const isoDay = 'YYYY-MM-DD';
const weeksOfMonth = 6;
export const calendarSlotMinutes = 30;

/** What the clocks of a zone show at an instant: YYYY-MM-DD HH:mm:ss. */
export function wallTime(instant: string | number, zone: string): string {
  const at = new Date(instant).getTime();
  return dayjs.utc(at + offsetAt(at, zone)).format(wall);
}

/** The instant at which the clocks of a zone show a time. */
export const instantAt = (local: string, zone: string): string =>
  new Date(instantOf(dayjs.utc(local).valueOf(), zone)).toISOString();

const shifted = (local: string, ms: number) => dayjs.utc(local).add(ms, 'millisecond').format(wall);
const between = (from: string, to: string) => dayjs.utc(to).diff(dayjs.utc(from));
export const minutesBetween = (from: string, to: string): number => between(from, to) / 60_000;
const days = (day: string, count: number) => dayjs.utc(day).add(count, 'day').format(isoDay);

export const today = (zone: string): string => wallTime(Date.now(), zone).slice(0, isoDay.length);

/** The first day that a view shows, and the first day after it. */
export function daysShown(view: CalendarView, day: string): { first: string; behind: string } {
  if (view === 'day') return { first: day, behind: days(day, 1) };
  const of = dayjs.utc(view === 'month' ? `${day.slice(0, 7)}-01` : day);
  const first = startOfWeek(of).format(isoDay);
  return { first, behind: days(first, view === 'month' ? weeksOfMonth * 7 : 7) };
}

/** The period that a view shows. */
export function periodShown(view: CalendarView, day: string, zone: string): Period {
  const { first, behind } = daysShown(view, day);
  return { from: instantAt(first, zone), to: instantAt(behind, zone) };
}

/** The same day one month, week or day before or after. */
export const stepDay = (view: CalendarView, day: string, by: number): string =>
  dayjs.utc(day).add(by, view).format(isoDay);

/**
 * The windows as they are drawn: one that spans midnight in both days, and of a longer one each day's part in that day.
 */
export function drawnWindows(
  windows: readonly CalendarWindow[],
  { view, day }: { view: CalendarView; day: string },
  zone: string,
): Piece[] {
  const [begins, ends] = [`${day} 00:00:00`, `${days(day, 1)} 00:00:00`];
  return windows.flatMap((window) => {
    const [start, end] = [wallTime(window.from, zone), wallTime(window.to, zone)];
    const whole = { id: window.key, window, start, end, first: true, last: true };
    const midnight = `${days(start.slice(0, isoDay.length), 1)} 00:00:00`;
    const overMidnight = end > midnight && between(start, end) < dayMs;
    if (view === 'day' && !overMidnight && start < ends && end > begins) {
      const [first, last] = [start >= begins, end <= ends];
      return [{ ...whole, start: first ? start : begins, end: last ? end : ends, first, last }];
    }
    if (view === 'month' || !overMidnight) return [whole];
    return [
      { ...whole, end: midnight, last: false },
      { ...whole, id: `${window.key}+`, start: midnight, first: false },
    ];
  });
}

/** The period of a window after a piece of it was moved to another start. */
export function movedTo({ window, start }: Piece, newStart: string, zone: string): Period {
  const by = between(start, newStart);
  const [from, to] = [wallTime(window.from, zone), wallTime(window.to, zone)];
  return { from: instantAt(shifted(from, by), zone), to: instantAt(shifted(to, by), zone) };
}

/**
 * The period of a window after an edge of a piece was moved. Midnight edges of a piece that are not edges of the window
 * are ignored.
 */
export function resizedTo({ window, first, last }: Piece, newStart: string, newEnd: string, zone: string): Period {
  return {
    from: first ? instantAt(newStart, zone) : window.from,
    to: last ? instantAt(wholeMinute(newEnd), zone) : window.to,
  };
}

/** A period that ends in the last second of a day ends at midnight. */
const wholeMinute = (local: string) => (local.endsWith(':59') ? shifted(local, 1000) : local);

/** The period of slots that were drawn over. */
export const drawnPeriod = (start: string, end: string, zone: string): Period => ({
  from: instantAt(start, zone),
  to: instantAt(wholeMinute(end), zone),
});

/** A period that is moved by minutes of the clock. */
export function nudged({ from, to }: Period, minutes: number, zone: string): Period {
  const by = (instant: string) => instantAt(shifted(wallTime(instant, zone), minutes * 60_000), zone);
  return { from: by(from), to: by(to) };
}

/** The windows that touch a day, by their beginning. */
export function windowsOfDay(windows: readonly CalendarWindow[], day: string, zone: string): CalendarWindow[] {
  const [from, to] = [Date.parse(instantAt(day, zone)), Date.parse(instantAt(days(day, 1), zone))];
  return windows
    .filter((window) => Date.parse(window.from) < to && Date.parse(window.to) > from)
    .sort((one, other) => Date.parse(one.from) - Date.parse(other.from));
}
