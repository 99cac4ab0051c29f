import { dateFormat } from '#platform/common/time/date-formats.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { formatDate, numberLocale } from '#platform/web/i18n/formats.ts';
import type { Language } from '#platform/web/i18n/i18n.ts';

/** Days for which the name of the weekday is enough. */
const withinDays = 6;

/** The city of a time zone: that of `Asia/Dubai` is Dubai. */
export const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** When a report is run next, by the clocks of its own zone: "Sun 07:00", with the date if that is not within a week. */
export function nextRunText(at: string, { zone, language, now }: { zone: string; language: Language; now: number }) {
  const weekday = dateFormat(numberLocale(language), { timeZone: zone, weekday: 'short' }).format(new Date(at));
  const isSoon = Date.parse(at) - now < withinDays * dayMs;
  return `${weekday} ${formatDate(at, isSoon ? 'time' : 'dateTime', zone)}`;
}
