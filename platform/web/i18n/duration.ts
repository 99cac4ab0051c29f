import { numberLocale } from './formats.ts';
import { currentLanguage, type Language } from './i18n.ts';

const minuteMs = 60_000;
const hourMinutes = 60;
const dayMinutes = 1440;
/** Below this, times of response are compared in hours. */
const shownInHours = 2 * dayMinutes;
const formats = new Map<string, Intl.DurationFormat>();

/** A formatter takes about a millisecond to make. */
function formatOf(language: Language, minutesDisplay: 'always' | 'auto'): Intl.DurationFormat {
  const key = `${language}/${minutesDisplay}`;
  const format =
    formats.get(key) ?? new Intl.DurationFormat(numberLocale(language), { style: 'short', minutesDisplay });
  formats.set(key, format);
  return format;
}

/** A duration in days, hours and minutes: "1 hr, 35 min"; "0 min" below half a minute. */
export function formatDuration(ms: number, language: Language = currentLanguage()): string {
  const minutes = Math.round(ms / minuteMs);
  const parts = {
    days: Math.floor(minutes / dayMinutes),
    hours: Math.floor(minutes / hourMinutes) % 24,
    minutes: minutes % hourMinutes,
  };
  return formatOf(language, minutes === 0 ? 'always' : 'auto').format(parts);
}

/**
 * How long somebody took, or may take: "26 hr, 15 min", and from 48 hours on in days and hours ("18 days, 7 hr"), where
 * minutes say nothing.
 */
export function formatHours(hours: number, language: Language = currentLanguage()): string {
  const minutes = Math.round(hours * hourMinutes);
  if (minutes >= shownInHours) {
    const whole = Math.round(hours);
    return formatOf(language, 'auto').format({ days: Math.floor(whole / 24), hours: whole % 24 });
  }
  const parts = { hours: Math.floor(minutes / hourMinutes), minutes: minutes % hourMinutes };
  return formatOf(language, minutes === 0 ? 'always' : 'auto').format(parts);
}
