import dayjs from 'dayjs';
import { offsetAt, instantOf as wallInstant } from '#platform/common/time/wall-clock.ts';
import { companyZone } from '../../i18n/formats.ts';

const format = 'YYYY-MM-DDTHH:mm';

/** The value of an input of date and time, in the company's zone. */
export const localTime = (at: number): string => dayjs.utc(at + offsetAt(at, companyZone())).format(format);

/** The instant of such a value, by the same rule as in the calendar; undefined if it is empty. */
export const localInstant = (local: string): string | undefined =>
  local === '' ? undefined : new Date(wallInstant(dayjs.utc(local).valueOf(), companyZone())).toISOString();

/**
 * The instant of the value of an input that began with `before`. While the value is unchanged, its seconds are kept,
 * and also which of the two equal hours it is when summer time ends.
 */
export const changedInstant = (local: string, before: string): string | undefined =>
  local === localTime(Date.parse(before)) ? before : localInstant(local);
