import dayjs from 'dayjs';
import { createContext, useContext, useMemo } from 'react';
import { dateFormats, secondsFormat } from '#platform/common/time/time.ts';
import { offsetAt } from '#platform/common/time/wall-clock.ts';
import { useStore } from '../client/store.ts';
import { sessionStore } from '../session/session-store.ts';
import { currentLanguage, type Language, languageStore } from './i18n.ts';

/** Latin digits in both languages, so that operators can compare them with the display of a device. */
export const numberLocale = (language: Language): string => `${language}-u-nu-latn`;

const numberFormats = new Map<string, Intl.NumberFormat>();

export function formatNumber(value: number, decimals?: number, language: Language = currentLanguage()): string {
  const key = `${language}/${decimals ?? ''}`;
  let format = numberFormats.get(key);
  if (!format) {
    const digits =
      decimals === undefined
        ? { maximumFractionDigits: 3 }
        : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    format = new Intl.NumberFormat(numberLocale(language), digits);
    numberFormats.set(key, format);
  }
  return format.format(value);
}

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Names and the like one after the other. */
export const formatList = (texts: readonly string[], language: Language = currentLanguage()): string =>
  texts.join(language === 'ar' ? '، ' : ', ');

/**
 * The time zone (IANA name) of the current company, else of the person's own; the browser's while nobody is signed in.
 */
export function companyZone(): string {
  const { me } = sessionStore.get();
  return me?.company?.timeZone || me?.user.company?.timeZone || browserZone();
}

export type DateFormat = keyof typeof dateFormats | 'seconds';

/** A date in the company's time zone, in a format of the specification or with seconds. Empty for no value. */
export function formatDate(
  instant: string | number | Date | null | undefined,
  format: DateFormat = 'dateTime',
  zone = companyZone(),
): string {
  if (instant === null || instant === undefined || instant === '') return '';
  const at = dayjs(instant).valueOf();
  // A list shows hundreds of dates: `tz` would make a formatter for each.
  return Number.isNaN(at)
    ? ''
    : dayjs.utc(at + offsetAt(at, zone)).format(format === 'seconds' ? secondsFormat : dateFormats[format]);
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

const agoFormats = new Map<Language, Intl.RelativeTimeFormat>();

function agoFormat(language: Language): Intl.RelativeTimeFormat {
  const format = agoFormats.get(language) ?? new Intl.RelativeTimeFormat(numberLocale(language), { numeric: 'auto' });
  agoFormats.set(language, format);
  return format;
}

/** "3 minutes ago"; "now" below 45 seconds. */
export function formatAgo(
  instant: string | number | Date,
  now = Date.now(),
  language: Language = currentLanguage(),
): string {
  const seconds = Math.round((new Date(instant).getTime() - now) / 1000);
  const format = agoFormat(language);
  if (Math.abs(seconds) < 45) return format.format(0, 'second');
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return format.format(Math.trunc(seconds / size), unit);
}

/** How long ago something was. A time in the future, by a clock that runs ahead, reads as now. */
export const formatSince = (
  instant: string | number | Date,
  now = Date.now(),
  language: Language = currentLanguage(),
): string => formatAgo(Math.min(new Date(instant).getTime(), now), now, language);

/** The time zone (IANA name) of the site that a part of a page shows; null for that of the company. */
export const SiteZone = createContext<string | null>(null);

/** The formats for the language and the site or company. The functions are stable until one of them changes. */
export function useFormats() {
  const language = useStore(languageStore);
  const ofCompany = useStore(sessionStore, () => companyZone());
  const zone = useContext(SiteZone) ?? ofCompany;
  return useMemo(
    () => ({
      language,
      zone,
      number: (value: number, decimals?: number) => formatNumber(value, decimals, language),
      date: (instant: string | number | Date | null | undefined, format: DateFormat = 'dateTime') =>
        formatDate(instant, format, zone),
      ago: (instant: string | number | Date, now?: number) => formatAgo(instant, now, language),
      since: (instant: string | number | Date, now?: number) => formatSince(instant, now, language),
    }),
    [language, zone],
  );
}
