import dayjs from 'dayjs';
import { dateFormats } from '#platform/common/time.ts';

/** A day (YYYY-MM-DD) as everywhere in the product; a dash for none. */
export const showDay = (day: string): string => (day ? dayjs(day).format(dateFormats.date) : '–');
