import dayjs from 'dayjs';
import { dateFormats, daysIn, type Period } from './time.ts';
import { isLater, isTime } from './time-fields.ts';

/** Dates as YYYY-MM-DD and times as HH:mm in the company's time zone; empty where nothing was entered. */
export type CustomRange = { startDate: string; startTime: string; endDate: string; endTime: string };

export type RangeRules = {
  /** An empty range is an error unless this is false. */
  required?: boolean;
  /** The maximum length, in days, rounded up. */
  maxDays?: number;
  /** The end date must not be the start date. */
  hideSelectedDay?: boolean;
  /** On the same day the end time must be later; the error is on the time, not on the date. */
  validateSameTime?: boolean;
  /** `false` refuses a start before today. */
  determineTheDateOfOld?: boolean;
  enableFutureDate?: boolean;
  /** A page's own rule; a period that it refuses cannot be submitted. */
  validate?: (period: Period) => boolean;
};

export type RangeFault = {
  field: keyof CustomRange;
  fault: 'Required' | 'invalidTime' | 'order' | 'sameTime' | 'past' | 'future' | 'tooLong' | 'refused';
};

export const emptyRange: CustomRange = { startDate: '', startTime: '00:00', endDate: '', endTime: '23:59' };

/** The date (YYYY-MM-DD) at `now` in a time zone. */
export const dayIn = (zone: string, now: string | Date = new Date()): string =>
  dayjs(now).tz(zone).format(dateFormats.filter);

export function toCustomRange(period: Partial<Period>, zone: string): CustomRange {
  if (!period.from || !period.to) return emptyRange;
  const [start, until] = [dayjs(period.from).tz(zone), dayjs(period.to).tz(zone)];
  // A period that ends at midnight is entered as 23:59 of the day before.
  const end = until.format(dateFormats.time) === '00:00' ? until.subtract(1, 'minute') : until;
  return {
    startDate: start.format(dateFormats.filter),
    startTime: start.format(dateFormats.time),
    endDate: end.format(dateFormats.filter),
    endTime: end.format(dateFormats.time),
  };
}

const instant = (day: string, time: string, zone: string) => dayjs.tz(`${day} ${time}`, zone).toISOString();

function dayFault({ startDate, endDate }: CustomRange, rules: RangeRules, today: string): RangeFault | null {
  if (!startDate) return { field: 'startDate', fault: 'Required' };
  if (rules.determineTheDateOfOld === false && startDate < today) return { field: 'startDate', fault: 'past' };
  if (!rules.enableFutureDate && startDate > today) return { field: 'startDate', fault: 'future' };
  if (!endDate) return { field: 'endDate', fault: 'Required' };
  if (endDate < startDate || (rules.hideSelectedDay && endDate === startDate))
    return { field: 'endDate', fault: 'order' };
  if (!rules.enableFutureDate && endDate > today) return { field: 'endDate', fault: 'future' };
  return null;
}

function timeFault({ startDate, startTime, endDate, endTime }: CustomRange, rules: RangeRules): RangeFault | null {
  if (!isTime(startTime)) return { field: 'startTime', fault: 'invalidTime' };
  if (!isTime(endTime)) return { field: 'endTime', fault: 'invalidTime' };
  if (startDate !== endDate || isLater(endTime, startTime)) return null;
  return { field: 'endTime', fault: rules.validateSameTime ? 'sameTime' : 'order' };
}

/** Returns the entered period, or the error that makes it invalid; then the period is null. */
export function readRange(
  range: CustomRange,
  rules: RangeRules,
  { zone, now = new Date() }: { zone: string; now?: Date },
): { period: Period | null; fault: RangeFault | null } {
  if (rules.required === false && !range.startDate && !range.endDate) return { period: null, fault: null };
  const fault = dayFault(range, rules, dayIn(zone, now)) ?? timeFault(range, rules);
  if (fault) return { period: null, fault };
  const period = {
    from: instant(range.startDate, range.startTime, zone),
    // The end is exclusive: that of a whole day is the next midnight.
    to:
      range.endTime === emptyRange.endTime
        ? dayjs.tz(`${range.endDate} 00:00`, zone).add(1, 'day').toISOString()
        : instant(range.endDate, range.endTime, zone),
  };
  const refuse = (code: RangeFault['fault']) => ({ period: null, fault: { field: 'endDate' as const, fault: code } });
  if (period.to <= period.from) return refuse('order');
  if (rules.maxDays !== undefined && daysIn(period) > rules.maxDays) return refuse('tooLong');
  if (rules.validate && !rules.validate(period)) return refuse('refused');
  return { period, fault: null };
}
