import dayjs from 'dayjs';
import { companyZone } from '#platform/web/i18n/formats.ts';

const format = 'YYYY-MM';

/** The current month (YYYY-MM) in the company's time zone. */
export const currentMonth = (): string => dayjs().tz(companyZone()).format(format);

/** The current month and those before it. */
export const recentMonths = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => dayjs.utc(`${currentMonth()}-01`).subtract(n, 'month').format(format));
