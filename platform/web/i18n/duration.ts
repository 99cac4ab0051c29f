import { numberLocale } from './formats.ts';
import { currentLanguage, type Language } from './i18n.ts';

const minuteMs = 60_000;
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
  const parts = { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 };
  return formatOf(language, minutes === 0 ? 'always' : 'auto').format(parts);
}
