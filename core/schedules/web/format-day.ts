import dayjs from 'dayjs';
import { dateFormats } from '#platform/common/time/time.ts';

/** Formats a day (YYYY-MM-DD) in the date format of the product; a dash for an empty one. */
export const formatDay = (day: string): string => (day ? dayjs(day).format(dateFormats.date) : '–');
