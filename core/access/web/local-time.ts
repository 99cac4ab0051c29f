import dayjs from 'dayjs';
import { companyZone } from '#platform/web/i18n/formats.ts';

const format = 'YYYY-MM-DDTHH:mm';

/** The value of an input of date and time, in the company's zone. */
export const localTime = (at: number): string => dayjs(at).tz(companyZone()).format(format);

/** The instant of such a value; undefined if it is empty. */
export const instantOf = (local: string): string | undefined =>
  local === '' ? undefined : dayjs.tz(local, companyZone()).toISOString();
