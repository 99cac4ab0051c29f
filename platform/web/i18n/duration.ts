import { localeOf } from './formats.ts';
import { currentLanguage, type Language } from './i18n.ts';

const minuteMs = 60_000;

/** A duration in days, hours and minutes: "1 hr, 35 min"; "0 min" below half a minute. */
export function formatDuration(ms: number, language: Language = currentLanguage()): string {
  const minutes = Math.round(ms / minuteMs);
  const parts = { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 };
  const format = new Intl.DurationFormat(localeOf(language), {
    style: 'short',
    minutesDisplay: minutes === 0 ? 'always' : 'auto',
  });
  return format.format(parts);
}
